// The little Markdown that the rulebook uses, as a tree: nothing is ever put into the page as HTML.
export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'clause'; text: string }
  | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: number; id: string; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const INLINE = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\b([CM]\d{1,2}\.\d{1,2})\b/g;

export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) });
    const [whole, strong, em, code, label, href, clause] = found;
    if (strong) parts.push({ kind: 'strong', text: strong });
    else if (em) parts.push({ kind: 'em', text: em });
    else if (code) parts.push({ kind: 'code', text: code });
    else if (label && href) parts.push({ kind: 'link', text: label, href });
    else if (clause) parts.push({ kind: 'clause', text: clause });
    at = found.index + whole.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

const cells = (line: string): Inline[][] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

function block(lines: string[]): Block[] {
  const first = lines[0] ?? '';
  const heading = /^(#{1,6}) (.+)$/.exec(first);
  if (heading?.[1] && heading[2]) {
    const clause = /^([CM]\d+(?:\.\d+)?)\b/.exec(heading[2])?.[1];
    const rest = lines.slice(1);
    const head: Block = {
      kind: 'heading',
      level: heading[1].length,
      id: clause ? `rule-${clause}` : '',
      text: [{ kind: 'text', text: heading[2].replace(/`/g, '') }],
    };
    return rest.length ? [head, ...block(rest)] : [head];
  }
  if (first.startsWith('|')) {
    const rows = lines.filter((line) => !/^\|[\s|:-]+\|$/.test(line)).map(cells);
    return [{ kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) }];
  }
  const mark = /^(- |\d+\. )/;
  if (mark.test(first)) {
    const items: string[] = [];
    for (const line of lines) {
      if (mark.test(line)) items.push(line.replace(mark, ''));
      else items.push(`${items.pop() ?? ''} ${line.trim()}`);
    }
    return [{ kind: 'list', isOrdered: /^\d/.test(first), items: items.map(inline) }];
  }
  const listAt = lines.findIndex((line) => mark.test(line));
  if (listAt > 0) return [...block(lines.slice(0, listAt)), ...block(lines.slice(listAt))];
  return [{ kind: 'paragraph', text: inline(lines.join(' ')) }];
}

export const markdown = (text: string): Block[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim()))
    .filter((part) => part.length)
    .flatMap(block);
