// What the server says by a key or in English, in the language of the page.
import { colourName } from '../cards/cards';
import type { Table } from '../server/opening';
import type {
  GameForm,
  LevelForm,
  Notice,
  OptionForm,
  Problem,
  ScoreLineForm,
  SeatInfo,
  TableInfo,
} from '../server/protocol';
import { withCards } from './sentences';
import type { GameId, LevelId, OptionName } from './keys';
import { capital, t } from './texts';
import type { Naming } from './words';

/** By a key that a newer server may have and this page not. */
const by = <T>(table: Partial<Record<string, T>> | null, key: string): T | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined;

export const gameName = (id: string, name: string): string => t.server.games[id as GameId]?.[0] ?? name;
export const gameSentence = (game: GameForm): string =>
  t.server.games[game.id as GameId]?.[1] ?? game.sentence;
export const levelName = (id: string): string => t.server.levels[id as LevelId]?.[0] ?? capital(id);
/** Which bot plays instead of the one that sits there, and until when; '' where none does. */
export function substituteWords(seat: SeatInfo | undefined): string {
  if (!seat?.substitute || !seat.level) return '';
  const { level, why } = seat.substitute;
  const words = why === 'getting-ready' ? t.felt.untilReady : t.felt.whileFailing;
  return words(levelName(level), levelName(seat.level));
}
/** Which bot plays on a seat. */
export const botWords = (seat: SeatInfo): string =>
  t.lobby.botOf(substituteWords(seat) || levelName(seat.level ?? ''));
/** What a level is like; of a table that it has learned also how. */
export function levelSentence(level: LevelForm, table?: Table): string {
  const sentence = t.server.levels[level.id as LevelId]?.[1] ?? level.sentence;
  const has = (tables: LevelForm['learned']): boolean =>
    !!table && !!tables?.[table.game]?.includes(table.seats);
  if (!has(level.learned)) return sentence;
  return `${sentence} ${has(level.taught) ? t.server.taught : t.server.played}`;
}

export const optionLabel = (name: string): string =>
  by(t.server.labels, name) ?? capital(name.replaceAll('_', ' '));
export const optionDoc = (option: OptionForm): string =>
  t.server.docs?.[option.name as OptionName] ?? option.doc;

/** Which deal it is: of its match, or of an evening, where each deal is a match of its own. */
export const dealNumber = (
  table: TableInfo | null,
  { match, deal }: { match: number; deal: number },
): number => (table?.evening ? match : deal);

/** What an option is set to, in words. */
export function optionValue(value: string): string {
  if (value === 'on') return t.server.on;
  if (value === 'off') return t.server.off;
  return by(t.server.choices, value) ?? value.replaceAll(',', ', ');
}

/** What may stand there; a list and a box say it themselves. */
export function optionRange({ kind, least, most, longest }: OptionForm): string {
  if (kind === 'number') return t.server.range(least ?? 0, most ?? 0);
  if (kind === 'numbers') return t.server.numbers(longest ?? 1, least ?? 0, most ?? 0);
  return '';
}

/** An option with one value is no option: at this number of players there is nothing to choose. */
export const hasChoice = ({
  choices,
  least,
  most,
}: Pick<OptionForm, 'choices' | 'least' | 'most'>): boolean =>
  choices ? choices.length > 1 : (least ?? null) === null || least !== most;

/** Why something was refused. A broken rule is told in the words of the rules. */
export const problemWords = (problem: Problem): string =>
  by(t.server.problems, problem.code) ?? withCards(problem.sentence);

/** A time of the server, as a clock shows it. */
export const clockTime = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleTimeString(document.documentElement.lang, {
    hour: '2-digit',
    minute: '2-digit',
  });

export const noticeWords = (notice: Notice): string => t.server.notices?.[notice.code] ?? notice.sentence;

const SHAPES: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^Crown bid of (\d+): (\d+) points, (\d+) needed$/, (a, b, c) => t.server.crownBid(+a, +b, +c)],
  [
    /^Shield bid of (\d+): the Crown has (\d+) points, (\d+) needed$/,
    (a, b, c) => t.server.shieldBid(+a, +b, +c),
  ],
  [/^Chief bid of (\d+): (\d+) points, (\d+) needed$/, (a, b, c) => t.server.chiefBid(+a, +b, +c)],
  [/^(\d+) points, (\d+) needed: short by (\d+) steps?$/, (a, b, c) => t.server.shortBy(+a, +b, +c)],
  [/^éclat: (\d+) shown$/, (n) => t.server.eclat(+n)],
  [/^éclat, drew level last: (\d+) shown$/, (n) => t.server.eclatLast(+n)],
  [/^won with trump (\w+)$/, (trump) => t.server.wonWithTrump(t.moves.trump(trump, colourName(trump)))],
];

/** A line of the score sheet, with the name of the person: "lost bet of Morag". */
export function sheetWords({ what, seat }: ScoreLineForm, name: Naming): string {
  if (seat !== null) {
    if (what === `lost bet of seat ${seat}`) return t.server.lostBet(name(seat));
    const bare = what.replace(` (seat ${seat})`, '');
    return t.server.sheetOf(by(t.server.sheet, bare) ?? bare, name(seat));
  }
  for (const [shape, said] of SHAPES) {
    const found = shape.exec(what);
    if (found) return said(...found.slice(1));
  }
  return by(t.server.sheet, what) ?? what;
}
