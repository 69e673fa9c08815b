// The words of evenings, links and one's own matches, in English.
import { figures, grammar } from '../grammar';

const rules = grammar('en-GB');
const { plural } = rules;

export const pastimes = {
  figures: figures(rules, (n) => `${n}%`),
  evening: {
    title: 'An evening of duplicate',
    lead:
      'Everybody plays the same cards, alone against bots or with friends, now or later. After ' +
      'each deal you see how others fared with these cards; the hands open when nobody can play ' +
      'them any more.',
    game: 'Game',
    deals: 'How many deals',
    level: 'Bots on all other seats',
    hints: 'Hints may be asked for',
    days: 'Ends by itself after (days)',
    stillOpen: 'Whoever has the link can still come.',
    closed: 'Nobody else can come.',
    ended: 'The evening has ended: no more deals are played, and all hands are open.',
    endsOn: (when: string) => `It ends on ${when}.`,
    hosting: 'You opened this evening.',
    close: 'Let nobody else come',
    closeAsk:
      'Nobody can open another table then, and the hands of a deal open once every table has played ' +
      'it. This cannot be undone.',
    end: 'End the evening',
    endAsk:
      'No further deals can be played then, those under way no longer count, and all hands open. ' +
      'This cannot be undone.',
    handsClosed: 'The hands open when nobody can play this deal any more.',
    sameNetwork: (who: string) => `from the same network as ${who}`,
    near: 'from the same network as another table: it may be the same person',
    open: 'Open the evening',
    known: 'Your evenings',
    link: 'For everybody who is to play',
    linkHint: 'Whoever opens this link gets a table with the same cards.',
    count: (n: number) => plural(n, 'deal', 'deals'),
    facts: (deals: number, level: string) => `${plural(deals, 'deal', 'deals')} · bots: ${level}`,
    withHints: 'hints allowed',
    withoutHints: 'no hints',
    join: 'Sit down',
    people: 'How many of you sit at this table',
    alone: 'just me, against bots',
    peopleCount: (n: number) => plural(n, 'person', 'people'),
    sit: 'Open my table',
    toTable: 'To my table',
    toEvening: 'How others fared',
    toEveningLong: 'The evening so far',
    next: (deal: number, deals: number) => `Deal ${deal} of ${deals}`,
    done: (deal: number, deals: number) => `Deal ${deal} of ${deals} is over`,
    last: 'That was the last deal of the evening.',
    ranking: 'Ranking',
    rankingHint:
      'Points a deal better than the field with the same cards, ± its error, over the deals that ' +
      'you have played. Those less than two errors apart are level.',
    place: 'Place',
    who: 'Who',
    dealsPlayed: 'Deals',
    difference: 'Against the field',
    points: 'Points',
    look: 'Replay',
    lookAt: (who: string) => `Replay of ${who}`,
    sheet: 'Who took what',
    nobodyYet: 'nobody else yet',
    noneYet: 'Once you have played a deal, you see here how others fared with it.',
    tables: 'Who plays',
    table: (n: number) => `Table ${n}`,
    progress: (n: number, of: number) => `${n} of ${of}`,
    yours: 'you',
    helped: 'a bot or the clock moved for somebody',
    dealTitle: (n: number) => `Deal ${n}`,
    fair: 'The cards',
    fairHint: (mark: string) =>
      `All decks were fixed before the first table came: ${mark}… (compare these letters with the ` +
      'others). By its nature an evening is decided before it is played; nobody cuts.',
    kept: (n: number) =>
      `This browser has checked ${plural(n, 'deal', 'deals')}: the cards are the ones that were promised.`,
    broken:
      'The cards of a deal are not the ones that were promised before the evening. Do not trust this server.',
    needsLink: 'You need the whole link of this evening, with its key.',
  },
  expert: {
    ask: 'How would the expert have fared?',
    working: 'The expert plays your cards…',
    failed: 'The expert did not come to an end.',
    result: (theirs: string, yours: string) =>
      `The expert in your seat, with the same cards: ${theirs} points against the others; you: ${yours}.`,
    note: 'One game of the expert’s, not a verdict.',
  },
  share: {
    title: 'Show it to others',
    hint:
      'A link that anybody can open, without a seat here. It shows all hands and the names of this ' +
      'match, and nothing else. You can take it back.',
    replay: 'Make a link to this step for anybody',
    review: 'Make a link to this review for anybody',
    made: 'For anybody',
    revoke: 'Take the link back',
    revoked: 'The link leads nowhere any more.',
    others: (n: number) => plural(n, 'link of this match is open', 'links of this match are open'),
    revokeAll: 'Take them back',
    guest: 'Somebody shares this match with you.',
  },
  memory: {
    title: 'My matches',
    lead:
      'What this browser remembers of its seats on this server. There is no account: export it to ' +
      'have it elsewhere.',
    none: 'Nothing yet: play a match, and it is here.',
    filterGame: 'Game',
    filterAgainst: 'Against',
    filterResult: 'Result',
    all: 'all',
    people: 'people',
    mixed: 'mixed opponents',
    changedHands: 'changed hands',
    won: 'won',
    lost: 'lost',
    shared: 'shared',
    practice: 'practice',
    running: 'going on',
    watched: 'watched',
    others: 'played by others',
    partly: 'a bot played for you',
    count: (n: number) => plural(n, 'match', 'matches'),
    goOn: 'Go on',
    replay: 'Replay',
    review: 'Review',
    record: 'Record',
    remove: 'Delete',
    removeAsk: (n: number) =>
      `Delete this table with ${plural(n, 'match', 'matches')}? Where others sit at it, it stays ` +
      'for them, with your name in its records; you cannot open it any more.',
    reallyRemove: 'Delete it',
    keepIt: 'Keep it',
    removed: 'Deleted, here and on the server.',
    removedHere: (names: string) => `Deleted here. The match stays for ${names}, who played it too.`,
    gone: 'no longer on the server',
    unreachable: (n: number) =>
      `${plural(n, 'table', 'tables')} could not be asked just now; ` +
      'the list has what this browser knew before.',
    noRoom: 'This browser has no room left to remember what is shown here.',
    stats: 'How it went',
    statsHint:
      'Points a deal are yours less the mean of the others’; ± is the standard error.' +
      ' Deals played again, what-ifs and exercises are not counted, nor are matches in which a bot or the ' +
      'clock made more than one in ten of your moves.',
    against: (whom: string) => `Against ${whom}`,
    bots: (level: string) => `bots: ${level}`,
    deals: 'Deals',
    aDeal: 'Points a deal',
    firstOut: 'First out',
    bets: 'Bets won',
    betsAs: { Shepherd: 'As Shepherd', Crown: 'Crown made', Chief: 'As Chief' } as Record<string, string>,
    ofBets: (won: number, made: number) => `${won} of ${made}`,
    aDecision: 'Lost a decision',
    curve: (game: string) => `${game}: points a deal, over time`,
    curveNow: (mean: string, deals: number) => `${mean} a deal after ${plural(deals, 'deal', 'deals')}`,
    download: 'Download all records',
    exported: 'Export everything',
    exportHint:
      'The export holds the keys of your seats: whoever has it can play as you. Keep it to yourself.',
    imported: 'Import',
    importDone: (n: number) => `${plural(n, 'table', 'tables')} added.`,
    importBad: 'That file is not an export of stramash.',
    importAsk: (n: number) =>
      `Nothing has been imported yet. ${plural(n, 'table', 'tables')} of this file can be added.`,
    importNothing: 'Nothing was imported.',
    importRefused: (part: 'tables' | 'memory', n: number, field: string) =>
      `Damaged: ${part === 'tables' ? 'seat' : 'table'} number ${n} of the file` +
      `${field ? ` (${field})` : ''}.`,
    importRefusedMore: (n: number) => `And ${n} more damaged ${n === 1 ? 'entry' : 'entries'}.`,
    importTooMany: (n: number, most: number) =>
      `There is no room for ${plural(n, 'seat', 'seats')}: this browser remembers at most ${most}, ` +
      'and keeps those it has.',
    importNoRoom: 'This browser has no room for the matches in this file. Delete some here first.',
    importRest: 'Import the rest',
    page: (n: number) => `Show ${n} more`,
    more: 'More',
  },
};

export type Pastimes = typeof pastimes;
