import { describe, expect, it } from 'vitest';
import { inline, markdown } from '../src/lib/words/markdown';

describe('the Markdown of the rulebook', () => {
  it('finds clauses, and gives a heading with one its place', () => {
    const [heading, text] = markdown('### C2.7 Readings\n\nSee C3.1.');
    expect(heading).toMatchObject({ kind: 'heading', level: 3, id: 'rule-C2.7' });
    expect(text).toMatchObject({ kind: 'paragraph' });
    expect(inline('See C3.1.')).toContainEqual({ kind: 'clause', text: 'C3.1' });
  });

  it('reads a heading with its text right below', () => {
    expect(markdown('## Cards\nNine ranks.').map((block) => block.kind)).toEqual(['heading', 'paragraph']);
  });

  it('joins the lines of an item', () => {
    const [list] = markdown('- one\n  and more\n- two');
    expect(list).toMatchObject({ kind: 'list', isOrdered: false });
    expect(list?.kind === 'list' && list.items.map((item) => item[0]?.text)).toEqual(['one and more', 'two']);
  });

  it('reads a table', () => {
    const [table] = markdown('| a | b |\n|---|---|\n| 1 | **2** |');
    expect(table?.kind === 'table' && table.rows).toEqual([
      [[{ kind: 'text', text: '1' }], [{ kind: 'strong', text: '2' }]],
    ]);
  });

  it('never makes HTML of what is written', () => {
    expect(inline('<b>x</b>')).toEqual([{ kind: 'text', text: '<b>x</b>' }]);
  });
});
