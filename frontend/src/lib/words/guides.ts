// A first deal, guided: short notes that come up when they are needed. Their numbers are those of the table.
import { FACES } from '../cards/deck';
import type {
  ClimbingTerms,
  ClimbingViewForm,
  MoveForm,
  MuTerms,
  MuViewForm,
  TermsForm,
  ViewForm,
} from '../server/protocol';
import { t } from './texts';

export interface Note {
  id: string;
  text: string;
  /** When it comes up. */
  when: (view: ViewForm, isMine: boolean, legal: readonly MoveForm[]) => boolean;
}

type On<V> = (view: V, isMine: boolean, legal: readonly MoveForm[]) => boolean;

const climbing = (id: string, text: string, test: On<ClimbingViewForm>): Note => ({
  id,
  text,
  when: (view, isMine, legal) => view.family === 'climbing' && test(view, isMine, legal),
});
const mu = (id: string, text: string, test: On<MuViewForm>): Note => ({
  id,
  text,
  when: (view, isMine, legal) => view.family === 'mu' && test(view, isMine, legal),
});

const courts = Object.entries(FACES.climbing).filter(([, face]) => face.suit === null);
const always = (): boolean => true;
const isLeading: On<ClimbingViewForm> = (v, isMine) => v.phase === 'trick' && isMine && v.top === null;
/** Something of the same kind can be played: where a bomb alone beats it, the note would be wrong. */
const isFollowing: On<ClimbingViewForm> = ({ phase, top }, isMine, legal) =>
  phase === 'trick' &&
  isMine &&
  top !== null &&
  top.kind !== 'bomb' &&
  legal.some(({ combo }) => combo?.kind === top.kind);

const betNote = ({ bets, bet_won_by, bet_pays }: ClimbingTerms): Note =>
  climbing('bet', t.notes.bet(bets, bet_won_by === 'points', bet_pays), (v) => v.phase === 'trick');

const auctionNotes = ({ bids }: ClimbingTerms): Note[] => [
  climbing('bid', t.notes.bidClimbing(bids), (v, isMine) => v.phase === 'auction' && isMine),
  climbing('swap', t.notes.swap, (v, isMine) => v.phase === 'putting back' && isMine),
];

const partnerNotes = ({ passing_rounds }: ClimbingTerms): Note[] => [
  climbing('side', t.notes.side, always),
  climbing('pass', t.notes.pass(passing_rounds), (v, isMine) => v.phase === 'passing' && isMine),
];

function climbingNotes(terms: ClimbingTerms, hasPartners: boolean): Note[] {
  return [
    climbing('aim', t.notes.aimClimbing, always),
    climbing('courts', t.notes.courts(courts.map(([code, { rank }]) => [code, rank] as const)), always),
    ...(hasPartners ? partnerNotes(terms) : []),
    ...(terms.bets.length ? [betNote(terms)] : []),
    ...(terms.bids.length ? auctionNotes(terms) : []),
    climbing('lead', t.notes.lead(terms.shortest_sequence, terms.shortest_stair, terms.sets), isLeading),
    climbing('follow', t.notes.follow, isFollowing),
    climbing(
      'bomb',
      t.notes.bomb(terms.bomb_ranks.join('-')),
      (v, isMine) =>
        v.phase === 'trick' && isMine && !v.out.length && v.shown.some((cards) => cards.length > 2),
    ),
    climbing('out', t.notes.out(terms.out_points), (v) => v.counts.some((n) => n > 0 && n <= 5)),
    climbing('end', t.notes.endClimbing, (v) => v.phase === 'over'),
  ];
}

/** The numbers by what is printed on them, most points first. */
function byPoints(): { numbers: number[]; points: number }[] {
  const ranks = new Map<number, Set<number>>();
  for (const { rank, points } of Object.values(FACES.mu))
    ranks.set(points, (ranks.get(points) ?? new Set()).add(rank));
  return [...ranks].sort(([a], [b]) => b - a).map(([points, numbers]) => ({ numbers: [...numbers], points }));
}

function muNotes({ talon, titles, eclat, raise_limit: limit, display_limit: most }: MuTerms): Note[] {
  const isClassic = titles === 'classic';
  const limits = [limit && t.notes.limit(limit), most && t.notes.most(most)].filter(Boolean);
  const bid = [t.notes.bidMu, ...limits].join(' ');
  const hasBids: On<MuViewForm> = (v) => v.phase === 'auction' && v.bids.some((n) => n > 0);
  return [
    mu('aim', isClassic ? t.notes.aimClassic : t.notes.aimMu, always),
    mu('bid', bid, (v, isMine) => v.phase === 'auction' && isMine),
    ...(eclat ? [mu('eclat', t.notes.eclat(eclat.gain, eclat.loss), hasBids)] : []),
    mu(
      'trump',
      isClassic ? t.notes.trumpClassic : t.notes.trump,
      (v, isMine) => (v.phase === 'crown_trump' || v.phase === 'shield_trump') && isMine,
    ),
    mu(
      'partner',
      isClassic ? t.notes.partnerClassic : t.notes.partner,
      (v, isMine) => v.phase === 'partner' && isMine,
    ),
    ...(talon ? [mu('bury', t.notes.bury(talon), (v, isMine) => v.phase === 'bury' && isMine)] : []),
    mu('play', isClassic ? t.notes.playClassic : t.notes.play, (v, isMine) => v.phase === 'play' && isMine),
    mu('points', t.notes.points(byPoints()), (v) => v.phase === 'play' && v.points.some((n) => n > 0)),
    mu(
      'end',
      isClassic ? t.notes.endClassic : t.notes.endMu,
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
