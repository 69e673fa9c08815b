// Events and moves in words: for the log, for screen readers and for buttons.
import { cardShort, colourName, faceOf, isWild, suitName, suitsOf, type Family } from '../cards/cards';
import type { ComboForm, EventForm, MoveForm, StandingForm } from '../server/protocol';
import { t } from './texts';

export type Naming = (seat: number) => string;

const list = (cards: readonly string[], family: Family): string =>
  cards.map((card) => cardShort(card, family)).join(', ');

/** A combination: "single 9", "sequence 4–6", "stair 6–7 ×2", "bomb J-Q". */
export function comboWords(combo: ComboForm): string {
  const [, written = ''] = combo.text.split(/ (.*)/);
  const ranks = written.replace(/ x\d+$/, '').replace('-', '–');
  switch (combo.kind) {
    case 'single':
      return t.combos.single(ranks);
    case 'set':
      return t.combos.set(combo.tracks, ranks);
    case 'sequence':
      return t.combos.sequence(ranks);
    case 'stair':
      return t.combos.stair(ranks, combo.tracks);
    case 'bomb':
      return t.combos.bomb(written);
  }
}

/** The combination and the suit, where there is one: "sequence 4–6 of Pine". */
export function playWords(
  combo: ComboForm,
  cards: readonly string[],
  rows: readonly (readonly StandingForm[])[] = [],
): string {
  // Where it is known what a wild card stands for, it is said: "J as 8".
  const standing = rows.flat().flatMap(({ card, stands_for }) => (stands_for ? [{ card, stands_for }] : []));
  const wilds = standing.length
    ? standing.map(({ card, stands_for }) => t.felt.standsFor(card, stands_for))
    : cards.filter((card) => isWild(card, 'climbing'));
  if (combo.kind === 'bomb') return comboWords(combo);
  if (combo.kind === 'single' && wilds[0]) return t.cards.alone(wilds[0], faceOf(wilds[0], 'climbing').rank);
  const [suit, other] = suitsOf(cards, 'climbing');
  const what = comboWords(combo);
  const where = suit && !other && combo.tracks === 1 ? t.combos.ofSuit(what, suitName(suit)) : what;
  return wilds.length ? t.combos.withWilds(where, wilds.join(standing.length ? ', ' : '\u00a0')) : where;
}

/** The cards where we may know them, else how many. */
const known = ({ cards, count }: { cards: string[] | null; count: number }): string =>
  cards ? list(cards, 'climbing') : t.cards.count(count);

/** The cards where we may know them. */
const andWhich = ({ cards }: { cards: string[] | null }): string => (cards ? `: ${list(cards, 'mu')}` : '');

/** The suits of the climbing games that an event's words name. */
export function suitsIn(event: EventForm): string[] {
  if (!event.type.startsWith('climbing.')) return [];
  const cards = 'play' in event ? event.play.cards : 'cards' in event ? (event.cards ?? []) : [];
  return suitsOf(
    cards.filter((card) => card !== null),
    'climbing',
  );
}

/** Words cut where a suit's name stands, for its sign to stand beside it; a player's name is left alone. */
export function cutAtSuits(
  text: string,
  suits: readonly string[],
  name: string,
): { words: string; suit: string | null }[] {
  const start = text.startsWith(name) ? name.length : 0;
  const named = new Map(suits.map((suit) => [suitName(suit), suit]));
  if (!named.size) return [{ words: text, suit: null }];
  const parts = text.slice(start).split(new RegExp(`(${[...named.keys()].join('|')})`));
  parts[0] = text.slice(0, start) + (parts[0] ?? '');
  return parts.filter(Boolean).map((words, i) => ({ words, suit: i ? (named.get(words) ?? null) : null }));
}

/** One line of the log, or null for what needs no words. */
export function eventWords(event: EventForm, name: Naming): string | null {
  const says = t.events;
  switch (event.type) {
    case 'climbing.dealt':
    case 'mu.dealt':
      return says.deals(name(event.carry.dealer));
    case 'climbing.card_chosen':
      return says.choosesToPass(name(event.seat));
    case 'climbing.cards_passed': {
      const seen = event.cards.flatMap((card, giver) => {
        const to = event.partners[giver];
        return card && to !== undefined
          ? [says.gives(name(giver), cardShort(card, 'climbing'), name(to))]
          : [];
      });
      return seen.length ? seen.join('; ') : says.cardsPassed;
    }
    case 'climbing.bet_made':
      return says.bets(name(event.seat), event.value);
    case 'climbing.bid_made':
      return says.bids(name(event.seat), event.value);
    case 'climbing.bid_passed':
      return says.leavesAuction(name(event.seat));
    case 'climbing.haggis_drawn':
      return says.takesFromHaggis(name(event.seat), known(event));
    case 'climbing.haggis_returned':
      return says.putsBack(name(event.seat), known(event));
    case 'climbing.leads':
      return says.leads(name(event.seat));
    case 'climbing.played':
      return says.plays(name(event.seat), playWords(event.play.combo, event.play.cards, event.play.rows));
    case 'climbing.passed':
    case 'mu.passed':
      return says.passes(name(event.seat));
    case 'climbing.went_out':
      return says.isOut(name(event.seat));
    case 'climbing.out_bonus':
      return says.outBonus(name(event.seat), event.points);
    case 'climbing.round_ended':
      return says.dealEnds;
    case 'climbing.asked':
      return null;
    case 'climbing.trick_taken':
      return event.winner === event.receiver
        ? says.takesTrick(name(event.winner))
        : says.winsTrickFor(name(event.winner), name(event.receiver));
    case 'climbing.haggis_taken':
      return says.getsHaggis(name(event.receiver), list(event.cards, 'climbing'));
    case 'climbing.hand_taken':
      return says.getsHand(name(event.receiver), name(event.owner), list(event.cards, 'climbing'));
    case 'climbing.scored':
    case 'mu.scored':
      return says.scored;
    case 'mu.displayed':
      return says.shows(name(event.seat), list(event.cards, 'mu'));
    case 'mu.thrown_in':
      return t.mu.thrownIn;
    case 'mu.eclat':
      return t.mu.eclat(event.seats.map(name).join(', '), name(event.last));
    case 'mu.trump_named':
      return says.namesTrump(name(event.seat), event.trump, colourName(event.trump));
    case 'mu.talon_taken':
      return `${says.takesTalon(name(event.seat))}${andWhich(event)}`;
    case 'mu.buried':
      return `${says.buries(name(event.seat))}${andWhich(event)}`;
    case 'mu.partner_named':
      return says.choosesPartner(name(event.seat), name(event.partner));
    case 'mu.card_played':
      return says.plays(name(event.seat), cardShort(event.card, 'mu'));
    case 'mu.trick_won':
      return says.takesTrick(name(event.seat));
    case 'mu.dealer_named':
      return says.namesDealer(name(event.seat), name(event.dealer));
  }
}

/** A move as a person would say it. */
export function moveWords(
  move: MoveForm,
  family: Family,
  name: Naming,
  rows: readonly (readonly StandingForm[])[] = [],
): string {
  const cards = move.cards ?? [];
  const says = t.moves;
  switch (move.kind) {
    case 'play':
      return move.combo ? playWords(move.combo, cards, rows) : list(cards, family);
    case 'pass':
      return says.pass;
    case 'bet':
      return says.bet(move.value ?? 0);
    case 'bid':
      return says.bid(move.value ?? 0);
    case 'give':
      return says.give(list(cards, family));
    case 'putback':
      return says.putBack(list(cards, family));
    case 'award':
      return says.award(name(move.seat ?? 0));
    case 'lead':
      return says.lead(name(move.seat ?? 0));
    case 'display':
      return says.show(list(cards, family));
    case 'trump':
      return says.trump(move.trump ?? 'none', colourName(move.trump ?? 'none'));
    case 'partner':
      return says.partner(name(move.seat ?? 0));
    case 'bury':
      return says.bury(list(cards, family));
    case 'dealer':
      return says.dealer(name(move.seat ?? 0));
  }
}
