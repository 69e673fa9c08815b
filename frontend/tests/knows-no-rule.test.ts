// The page knows no rule: it draws what the server says. What can be tested of that is tested here.
import { describe, expect, it } from 'vitest';

const GENERATED = ['lib/server/protocol.ts', 'lib/cards/deck.ts', 'lib/words/keys.ts'];
const read = import.meta.glob<string>('../src/**/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const files = Object.entries(read)
  .map(([path, text]) => ({ name: path.replace('../src/', ''), lines: text.split('\n') }))
  .filter(({ name }) => !GENERATED.includes(name));

/** Every line of the sources that looks like this. */
function found(pattern: RegExp, isLookedAt: (name: string) => boolean = () => true): string[] {
  return files
    .filter(({ name }) => isLookedAt(name))
    .flatMap(({ name, lines }) =>
      lines.flatMap((line, i) => (pattern.test(line) ? [`${name}:${i + 1}: ${line.trim()}`] : [])),
    );
}

// Options whose names are words that mean something else as well are left out.
const OPTIONS =
  'copies haggis_size runs_past_ten same_suit_tracks bomb_prize partner_may_lead out_bonus first_out_extra ' +
  'haggis_to last_hand_to bet_rule bet_pays card_points goal rounds removed_colour target_base target_step ' +
  'value_colour value_one_or_seven value_number value_no_trump crown_bonus shield_bonus';
const isArt = (name: string): boolean => name.startsWith('art/');

describe('the page', () => {
  it('reads the sources', () => expect(files.length).toBeGreaterThan(50));

  it('asks for no option of the rules by its name', () => {
    expect(found(new RegExp(`['"\`](${OPTIONS.replaceAll(' ', '|')})['"\`]`))).toEqual([]);
    expect(found(/\boption\(|\.options\[/)).toEqual([]);
    // The list of what was changed, and the form in which it is changed.
    const isAllowed = (name: string): boolean =>
      ['pages/Lobby.svelte', 'pages/Evenings.svelte', 'parts/home/NewTable.svelte'].includes(name);
    expect(found(/\.options\b/, (name) => !isAllowed(name))).toEqual([]);
  });

  it('has no table of courts or ranks with numbers', () => {
    expect(found(/\b[JQK]['"]?:\s*\d/)).toEqual([]);
    // Where the pips of a card stand is art.
    expect(found(/^\s*['"]?\d+['"]?:\s/, (name) => !isArt(name))).toEqual([]);
    expect(found(/\[\s*3\s*,\s*5\s*,\s*7\s*,\s*9\s*\]|3-5-7-9/)).toEqual([]);
  });

  it('compares no rank, points or value with a number', () => {
    const fact = '(rank|points|value|bid|target|bonus|draws)';
    const isLogic = (name: string): boolean => !isArt(name);
    expect(found(new RegExp(`\\b${fact}\\b\\)?\\s*([=!]==|[<>]=?|[-+*/%])\\s*[1-9]`), isLogic)).toEqual([]);
    expect(found(new RegExp(`[1-9]\\s*([-+*/%]|[=!]==)\\s*\\(?[\\w.]*\\b${fact}\\b`), isLogic)).toEqual([]);
  });

  it('knows no game by its name, but for what it is called in another language', () => {
    const games = ['haggis3', 'neeps', 'tatties', 'haggis-classic', 'mu-classic'];
    const isName = (name: string): boolean => /^lib\/words\/..\/server\.ts$/.test(name);
    expect(found(new RegExp(`['"](${games.join('|')})['"]`), (name) => !isName(name))).toEqual([]);
  });

  it('has no number in the words of the guide', () => {
    const isGuide = (name: string): boolean => /^lib\/words\/(guides|.*\/guide)\.ts$/.test(name);
    const words =
      'two|three|four|five|six|seven|eight|nine|ten|fifteen|thirty|twice|double|' +
      'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|doppelt|' +
      'deux|trois|quatre|cinq|sept|huit|neuf|dix|quinze';
    expect(found(new RegExp(`^\\s*['\`"][^$]*\\b(\\d+|${words})\\b`, 'i'), isGuide)).toEqual([]);
  });

  it('has no line of more than 110 characters', () => {
    expect(found(/^.{111}/)).toEqual([]);
  });

  it('has no file of more than 500 lines', () => {
    const long = files.filter(({ lines }) => lines.length > 501).map(({ name }) => name);
    expect(long).toEqual([]);
  });
});
