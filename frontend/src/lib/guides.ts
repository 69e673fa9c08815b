// A first deal, guided: short notes that come up when they are needed.
import type { ClimbingViewForm, MuViewForm, ViewForm } from './protocol';

export interface Note {
  id: string;
  text: string;
  /** When it comes up. */
  when: (view: ViewForm, isMine: boolean) => boolean;
}

type On<V> = (view: V, isMine: boolean) => boolean;
const climbing =
  (test: On<ClimbingViewForm>): Note['when'] =>
  (view, isMine) =>
    view.family === 'climbing' && test(view, isMine);
const mu =
  (test: On<MuViewForm>): Note['when'] =>
  (view, isMine) =>
    view.family === 'mu' && test(view, isMine);

const CLIMB: Note[] = [
  {
    id: 'aim',
    text: 'Be rid of all your cards before the others. Each trick is one kind of combination: whoever plays highest takes the cards and leads the next.',
    when: climbing(() => true),
  },
  {
    id: 'courts',
    text: 'Your Jack, Queen and King stand at the right. Alone they are 11, 12 and 13; inside a run or a stair they are wild, whatever card you need.',
    when: climbing(() => true),
  },
  {
    id: 'lead',
    text: 'You lead: anything goes. Good leads get rid of many low cards: three or more in a row in one suit, or the same two ranks in two suits. Tap cards and watch the button: it says what they are.',
    when: climbing((v, mine) => v.phase === 'trick' && mine && v.top === null),
  },
  {
    id: 'follow',
    text: 'Now play the same kind and the same number of cards, but higher. Cards that can help stay bright. If you would rather not, pass: you may still play later in this trick.',
    when: climbing((v, mine) => v.phase === 'trick' && mine && v.top !== null),
  },
  {
    id: 'bomb',
    text: 'Two or three courts together, or 3-5-7-9 in one suit or four suits, are a bomb: it beats everything that is not a higher bomb.',
    when: climbing(
      (v, mine) =>
        v.phase === 'trick' && mine && v.out.length === 0 && v.shown.some((cards) => cards.length > 2),
    ),
  },
  {
    id: 'out',
    text: 'Who goes out scores 5 points for each card in the largest hand left. The cards you took count too. The score beside the table shows where every point came from.',
    when: climbing((v) => v.counts.some((n) => n > 0 && n <= 5)),
  },
  {
    id: 'end',
    text: 'That was a deal. Look where the points came from, then play on.',
    when: climbing((v) => v.phase === 'over'),
  },
];

const BET: Note = {
  id: 'bet',
  text: 'Before your first card you may bet 15 or 30: the buttons are there even when others think. Not sure? Play without one.',
  when: climbing((v) => v.phase === 'trick'),
};

const MU: Note[] = [
  {
    id: 'aim',
    text: 'Mü is a trick game. First everybody bids by laying cards open; who shows most wears the Crown and must make a target, who shows second most holds the Shield.',
    when: mu(() => true),
  },
  {
    id: 'bid',
    text: 'Choose cards and read what they would mean: how many points you would need and what the bonus is. What you show tells the others what you hold, and only a colour or number you have shown can become your trump. Or pass: you can still bid later.',
    when: mu((v, mine) => v.phase === 'auction' && mine),
  },
  {
    id: 'trump',
    text: 'Name a trump from the cards you have shown. The Crown’s is the major trump and beats the Shield’s minor trump. A card that is both is the super trump.',
    when: mu((v, mine) => (v.phase === 'crown_trump' || v.phase === 'shield_trump') && mine),
  },
  {
    id: 'partner',
    text: 'Choose a partner, anybody but the Shield. Together you must reach the target.',
    when: mu((v, mine) => v.phase === 'partner' && mine),
  },
  {
    id: 'bury',
    text: 'You took the talon. Put three cards away that you have not shown; their points are yours.',
    when: mu((v, mine) => v.phase === 'bury' && mine),
  },
  {
    id: 'play',
    text: 'Follow the suit that was led if you can; trumps are a suit of their own. Playable cards are bright. The bar in the middle shows how far the Crown team has come.',
    when: mu((v, mine) => v.phase === 'play' && mine),
  },
  {
    id: 'points',
    text: 'Triangles on the cards are points: 6 and 7 have two, 1 and 9 none, all others one.',
    when: mu((v) => v.phase === 'play' && v.points.some((n) => n > 0)),
  },
  {
    id: 'end',
    text: 'The hand is scored: points in your tricks, and a bonus for the team that made it.',
    when: mu((v) => v.phase === 'over' || v.phase === 'next_dealer'),
  },
];

export const GUIDES: Record<string, Note[]> = {
  haggis: [
    ...CLIMB.slice(0, 2),
    { ...BET, text: `${BET.text} Here you bet that you will score at least that much in this deal.` },
    ...CLIMB.slice(2),
  ],
  haggis3: [
    ...CLIMB.slice(0, 2),
    { ...BET, text: `${BET.text} Here you bet that you will be the first to go out.` },
    ...CLIMB.slice(2),
  ],
  'haggis-classic': [...CLIMB.slice(0, 2), BET, ...CLIMB.slice(2)],
  neeps: [
    ...CLIMB.slice(0, 2),
    {
      id: 'side',
      text: 'You and the player across the table are partners: one score for both of you.',
      when: climbing(() => true),
    },
    {
      id: 'pass',
      text: 'Give your partner one number card, twice. Help them make runs, or get rid of a low card that fits nowhere.',
      when: climbing((v, mine) => v.phase === 'passing' && mine),
    },
    { ...BET, text: `${BET.text} Won, it counts double for your side.` },
    ...CLIMB.slice(2),
  ],
  tatties: [
    ...CLIMB.slice(0, 2),
    {
      id: 'bid',
      text: 'Bid if you think you can go out first. The Shepherd swaps cards with the haggis: three for a bid of 15, two for 30, one for 45. The other two are the Sheep, against you.',
      when: climbing((v, mine) => v.phase === 'auction' && mine),
    },
    {
      id: 'swap',
      text: 'You are the Shepherd. Put back as many cards as you took: the ones that fit nowhere.',
      when: climbing((v, mine) => v.phase === 'putting back' && mine),
    },
    ...CLIMB.slice(2),
  ],
  mu: MU,
};
