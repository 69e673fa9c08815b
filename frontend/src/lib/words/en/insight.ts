// The words of the coach, of exercises and of a closer look at one's own play, in English.
import { grammar } from '../grammar';

const { plural, decimal, signedDecimal } = grammar('en-GB');

export const insight = {
  coach: {
    title: 'What is my hand worth?',
    thinking: 'Dealing the hidden cards over and over…',
    surer: 'Looking further…',
    none: 'Nothing is to be bet or bid now.',
    again: 'Ask again',
    worlds: (n: number) =>
      `Over ${plural(n, 'deal', 'deals')} that agree with what you see. ± is the 95 % error.`,
    contracts:
      'If everybody passes after your bid: the chance to make the target, and your points less ' +
      'the mean of the others’.',
    bids: 'If your bid stands: the chance to be first out, and your points less the mean of the others’.',
    bets: 'The chance to win a bet, and what it adds to making none.',
    bid: 'Bid',
    trump: 'Trump',
    needs: (n: number) => `needs ${n}`,
    draws: (n: number) => `with ${plural(n, 'card', 'cards')} of the haggis`,
    passing: (points: string) => `If you bid no more: ${points}`,
    value: (n: number, margin: number) => `${signedDecimal(n)} ± ${decimal(margin)}`,
    bet: (n: number) => `Bet ${n}`,
    won: (chance: string, margin: string) => `won in ${chance} (${margin})`,
    needed: (chance: string) => `worth it from ${chance} on`,
    adds: (n: number, margin: number) =>
      `${n < 0 ? 'costs' : 'adds'} ${decimal(Math.abs(n))} ± ${decimal(margin)}`,
  },
  find: {
    title: 'Find the play',
    lead: 'Positions from real deals. One move is clearly better than all others: which?',
    set: 'The set',
    own: 'From my reviews',
    game: 'Game',
    kind: 'Kind',
    all: 'all',
    kinds: {
      lead: 'Leading',
      follow: 'Following',
      bomb: 'Bombs',
      bet: 'Bets',
      bid: 'Bids',
      ending: 'Endings',
    },
    streak: (n: number, best: number) => `Streak ${n} · best ${best}`,
    solved: (n: number, of: number) => `${n} of ${of} found`,
    your: 'Your hand',
    seat: (n: number) => `Seat ${n + 1}`,
    you: 'You',
    partner: 'Your partner',
    what: 'What do you do?',
    noBet: 'No bet',
    or: (moves: string) => `or ${moves}`,
    right: 'That is the one.',
    wrong: (points: string) => `There is something better, by ${points} points.`,
    best: 'the best',
    behind: (n: number, margin: number) => `${decimal(n)} worse (± ${decimal(margin)})`,
    next: 'Next position',
    playOn: 'Play on from here',
    checked: (playouts: number) =>
      `Checked by a search of ${playouts} playouts, over deals that agree with what you see.`,
    noneOwn: 'Nothing yet: open the review of a match and take its positions from there.',
    none: 'There is no such position.',
    practise: (n: number) => `Practise ${plural(n, 'position', 'positions')} from this match`,
    forget: 'Forget my positions',
  },
  see: {
    title: 'Before the move',
    better: 'Better',
    played: 'Played',
    playOn: 'Play on from here against bots',
    playOnHint: 'A private table that begins with this position and your cards; the bots do not know it.',
    toReview: 'Back to the review',
    toReplay: 'Replay from here',
    missing: 'There is no such decision in this review.',
  },
  luck: {
    title: 'Luck and skill over the match',
    compare: 'Compare with the others',
    working: (name: string) => `Looking at ${name}…`,
    cards: 'what the cards were worth',
    lost: 'lost by play',
    label: (name: string, cards: string, lost: string) => `${name}: cards ${cards}, lost ${lost} in all`,
    deal: (n: number, cards: string, lost: string) => `Deal ${n}: cards ${cards}, lost ${lost}`,
    each: (n: number, margin: number) => `${decimal(n)} points lost a decision (± ${decimal(margin)})`,
  },
};

export type Insight = typeof insight;
