// A first deal, guided: short notes that come up when they are needed. Their numbers are those of the table.
import { FACES } from '../cards/deck';
import type {
  ClimbingTerms,
  ClimbingViewForm,
  MuTerms,
  MuViewForm,
  TermsForm,
  ViewForm,
} from '../server/protocol';
import { plural } from './texts';

export interface Note {
  id: string;
  text: string;
  /** When it comes up. */
  when: (view: ViewForm, isMine: boolean) => boolean;
}

type On<V> = (view: V, isMine: boolean) => boolean;

const climbing = (id: string, text: string, test: On<ClimbingViewForm>): Note => ({
  id,
  text,
  when: (view, isMine) => view.family === 'climbing' && test(view, isMine),
});
const mu = (id: string, text: string, test: On<MuViewForm>): Note => ({
  id,
  text,
  when: (view, isMine) => view.family === 'mu' && test(view, isMine),
});

/** "15", "15 or 30", "a, b or c". */
export const either = (all: readonly (number | string)[], word = 'or'): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${word} ${all.at(-1)}`;

const courts = Object.entries(FACES.climbing).filter(([, face]) => face.suit === null);
const always = (): boolean => true;
const isLeading: On<ClimbingViewForm> = (v, isMine) => v.phase === 'trick' && isMine && v.top === null;
const isFollowing: On<ClimbingViewForm> = (v, isMine) => v.phase === 'trick' && isMine && v.top !== null;

function betNote(terms: ClimbingTerms): Note {
  const what =
    terms.bet_won_by === 'points'
      ? 'you will score at least that much in this deal'
      : 'you will be the first to go out';
  const pays = terms.bet_pays > 1 ? ` Won, it pays ${terms.bet_pays} times its value.` : '';
  return climbing(
    'bet',
    `Before your first card you may bet ${either(terms.bets)} that ${what}: the buttons are there even ` +
      `when ` +
      `others think. Not sure? Play without one.${pays}`,
    (v) => v.phase === 'trick',
  );
}

function auctionNotes(terms: ClimbingTerms): Note[] {
  const swaps = terms.bids.map((bid) => `${bid.draws} for a bid of ${bid.value}`);
  return [
    climbing(
      'bid',
      'Bid if you think you can go out first. The Shepherd swaps cards with the haggis: ' +
        `${either(swaps, 'and')}. The others are the Sheep, against you.`,
      (v, isMine) => v.phase === 'auction' && isMine,
    ),
    climbing(
      'swap',
      'You are the Shepherd. Put back as many cards as you took: the ones that fit nowhere.',
      (v, isMine) => v.phase === 'putting back' && isMine,
    ),
  ];
}

function partnerNotes(terms: ClimbingTerms): Note[] {
  return [
    climbing('side', 'You and the player across the table are partners: one score for both of you.', always),
    climbing(
      'pass',
      `Give your partner a card; ${plural(terms.passing_rounds, 'card goes', 'cards go')} each way in all. ` +
        'Help them make runs, or get rid of a low card that fits nowhere.',
      (v, isMine) => v.phase === 'passing' && isMine,
    ),
  ];
}

function climbingNotes(terms: ClimbingTerms, hasPartners: boolean): Note[] {
  return [
    climbing(
      'aim',
      'Be rid of all your cards before the others. Each trick is one kind of combination: whoever plays ' +
        'highest takes the cards and leads the next.',
      always,
    ),
    climbing(
      'courts',
      `Your courts stand at the right. Alone ` +
        `${courts.map(([code, { rank }]) => `${code} is ${rank}`).join(', ')}; ` +
        'inside a run or a stair they are wild, whatever card you need.',
      always,
    ),
    ...(hasPartners ? partnerNotes(terms) : []),
    ...(terms.bets.length ? [betNote(terms)] : []),
    ...(terms.bids.length ? auctionNotes(terms) : []),
    climbing(
      'lead',
      'You lead: anything goes. Good leads get rid of many low cards: ' +
        `${terms.shortest_sequence} or more in a row in one suit, or the same ${terms.shortest_stair} ` +
        `ranks or more ` +
        `in several suits${terms.sets ? ', or cards of one rank' : ''}. ` +
        'Tap cards and watch the button: it says what they are.',
      isLeading,
    ),
    climbing(
      'follow',
      'Now play the same kind and the same number of cards, but higher. Cards that can help stay ' +
        'bright. If ' +
        'you would rather not, pass: you may still play later in this trick.',
      isFollowing,
    ),
    climbing(
      'bomb',
      `Several courts together, or ${terms.bomb_ranks.join('-')} all in one suit or each in another, are a ` +
        'bomb: it beats everything that is not a higher bomb.',
      (v, isMine) =>
        v.phase === 'trick' && isMine && !v.out.length && v.shown.some((cards) => cards.length > 2),
    ),
    climbing(
      'out',
      `Who goes out scores ${plural(terms.out_points, 'point', 'points')} for each card in the largest ` +
        `hand ` +
        'left. The cards you took count too. The score beside the table shows where every point came from.',
      (v) => v.counts.some((n) => n > 0 && n <= 5),
    ),
    climbing(
      'end',
      'That was a deal. Look where the points came from, then play on.',
      (v) => v.phase === 'over',
    ),
  ];
}

/** "0, 2 and 3 have one, …": the numbers by what is printed on them. */
function pointsByNumber(): string {
  const ranks = new Map<number, Set<number>>();
  for (const { rank, points } of Object.values(FACES.mu))
    ranks.set(points, (ranks.get(points) ?? new Set()).add(rank));
  return [...ranks]
    .sort(([a], [b]) => b - a)
    .map(
      ([points, numbers]) =>
        `${either([...numbers], 'and')} ${numbers.size > 1 ? 'have' : 'has'} ${points || 'none'}`,
    )
    .join('; ');
}

function muNotes(terms: MuTerms): Note[] {
  return [
    mu(
      'aim',
      'Mü is a trick game. First everybody bids by laying cards open; who shows most wears the Crown and ' +
        'must make a target, who shows second most holds the Shield.',
      always,
    ),
    mu(
      'bid',
      'Choose cards and read what they would mean: how many points you would need and what the bonus is. ' +
        'What you show tells the others what you hold, and only a colour or number you have shown can ' +
        'become ' +
        'your trump. Or pass: you can still bid later.',
      (v, isMine) => v.phase === 'auction' && isMine,
    ),
    mu(
      'trump',
      'Name a trump from the cards you have shown. The Crown’s is the major trump and beats the Shield’s ' +
        'minor trump. A card that is both is the super trump.',
      (v, isMine) => (v.phase === 'crown_trump' || v.phase === 'shield_trump') && isMine,
    ),
    mu(
      'partner',
      'Choose a partner, anybody but the Shield. Together you must reach the target.',
      (v, isMine) => v.phase === 'partner' && isMine,
    ),
    ...(terms.talon
      ? [
          mu(
            'bury',
            `You took the talon. Put ${plural(terms.talon, 'card', 'cards')} away that you have not shown; ` +
              'their points are yours.',
            (v, isMine) => v.phase === 'bury' && isMine,
          ),
        ]
      : []),
    mu(
      'play',
      'Follow the suit that was led if you can; trumps are a suit of their own. Playable cards are bright. ' +
        'The bar in the middle shows how far the Crown team has come.',
      (v, isMine) => v.phase === 'play' && isMine,
    ),
    mu(
      'points',
      `Triangles on the cards are points: ${pointsByNumber()}.`,
      (v) => v.phase === 'play' && v.points.some((n) => n > 0),
    ),
    mu(
      'end',
      'The hand is scored: points in your tricks, and a bonus for the team that made it.',
      (v) => v.phase === 'over' || v.phase === 'next_dealer',
    ),
  ];
}

/** The notes for a table, by what its options come to and who plays with whom. */
export const notesFor = (terms: TermsForm, sides: readonly (readonly number[])[]): Note[] =>
  terms.family === 'mu'
    ? muNotes(terms)
    : climbingNotes(
        terms,
        sides.some((side) => side.length > 1),
      );
