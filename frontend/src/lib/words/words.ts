// Events and moves in words: for the log, for screen readers and for buttons.
import { cardShort, faceOf, isWild, suitsOf, type Family } from '../cards/cards';
import { SUITS } from '../../art/suits';
import type { ComboForm, EventForm, MoveForm, ScoreLineForm } from '../server/protocol';
import { t } from './texts';

export type Naming = (seat: number) => string;

/** "You pass", "Morag passes". */
const does = (name: string, verb: string, verbs: string): string =>
  `${name} ${name === t.you ? verb : verbs}`;
/** In the middle of a sentence: "you", "Morag". */
const mid = (name: string): string => (name === t.you ? 'you' : name);

/** In the middle of a sentence: "you get", "Morag gets". */
const gets = (name: string): string => `${mid(name)} ${name === t.you ? 'get' : 'gets'}`;

const list = (cards: readonly string[], family: Family): string =>
  cards.map((card) => cardShort(card, family)).join(', ');

/** A combination: "single 9", "sequence 4–6", "stair 6–7 ×2", "bomb J-Q". */
export function comboWords(combo: ComboForm): string {
  const [kind, rest = ''] = combo.text.split(/ (.*)/);
  if (kind === 'set') return t.cards.ofRank(combo.tracks, rest);
  if (kind === 'bomb') return combo.text;
  return combo.text.replace(/(\w+)-(\w+)/, '$1–$2').replace(/ x(\d+)/, ' ×$1');
}

/** The combination and the suit, where there is one: "sequence 4–6 of Pine". */
export function playWords(combo: ComboForm, cards: readonly string[]): string {
  const wilds = cards.filter((card) => isWild(card, 'climbing'));
  if (combo.kind === 'bomb') return comboWords(combo);
  if (combo.kind === 'single' && wilds[0]) return t.cards.alone(wilds[0], faceOf(wilds[0], 'climbing').rank);
  const [suit, other] = suitsOf(cards, 'climbing');
  const where = suit && !other && combo.tracks === 1 ? ` of ${SUITS[suit]?.name ?? suit}` : '';
  return `${comboWords(combo)}${where}${wilds.length ? ` with ${wilds.join(' ')}` : ''}`;
}

const trumpWords = (name: string): string =>
  name === 'none' ? 'no trump' : /^\d$/.test(name) ? `all ${name}s` : name;

/** The cards where we may know them, else how many. */
const known = ({ cards, count }: { cards: string[] | null; count: number }): string =>
  cards ? list(cards, 'climbing') : t.cards.count(count);

/** The cards where we may know them. */
const andWhich = ({ cards }: { cards: string[] | null }): string => (cards ? `: ${list(cards, 'mu')}` : '');

/** One line of the log, or null for what needs no words. */
export function eventWords(event: EventForm, name: Naming): string | null {
  switch (event.type) {
    case 'climbing.dealt':
    case 'mu.dealt':
      return does(name(event.carry.dealer), 'deal', 'deals');
    case 'climbing.card_chosen':
      return does(name(event.seat), 'choose', 'chooses') + ' a card to pass';
    case 'climbing.cards_passed': {
      const known = event.cards.flatMap((card, giver) => {
        if (!card) return [];
        const to = event.partners[giver];
        return to === undefined
          ? []
          : [`${does(name(giver), 'give', 'gives')} ${cardShort(card, 'climbing')} to ${mid(name(to))}`];
      });
      return known.length ? known.join('; ') : 'The cards are passed';
    }
    case 'climbing.bet_made':
      return `${does(name(event.seat), 'bet', 'bets')} ${event.value}`;
    case 'climbing.bid_made':
      return `${does(name(event.seat), 'bid', 'bids')} ${event.value}`;
    case 'climbing.bid_passed':
      return `${does(name(event.seat), 'leave', 'leaves')} the auction`;
    case 'climbing.haggis_drawn':
      return `${does(name(event.seat), 'take', 'takes')} ${known(event)} from the haggis`;
    case 'climbing.haggis_returned':
      return `${does(name(event.seat), 'put', 'puts')} ${known(event)} back`;
    case 'climbing.leads':
      return does(name(event.seat), 'lead', 'leads');
    case 'climbing.played':
      return `${does(name(event.seat), 'play', 'plays')} ${playWords(event.play.combo, event.play.cards)}`;
    case 'climbing.passed':
    case 'mu.passed':
      return does(name(event.seat), 'pass', 'passes');
    case 'climbing.went_out':
      return `${does(name(event.seat), 'are', 'is')} out`;
    case 'climbing.out_bonus':
      return `${does(name(event.seat), 'get', 'gets')} ${t.table.points(event.points)} for going out`;
    case 'climbing.round_ended':
      return 'The deal ends';
    case 'climbing.asked':
      return null;
    case 'climbing.trick_taken':
      return event.winner === event.receiver
        ? `${does(name(event.winner), 'take', 'takes')} the trick`
        : `${does(name(event.winner), 'win', 'wins')} the trick; ${gets(name(event.receiver))} the cards`;
    case 'climbing.haggis_taken':
      return `${does(name(event.receiver), 'get', 'gets')} the haggis: ${list(event.cards, 'climbing')}`;
    case 'climbing.hand_taken':
      return (
        `${does(name(event.receiver), 'get', 'gets')} what ${mid(name(event.owner))} held: ` +
        list(event.cards, 'climbing')
      );
    case 'climbing.scored':
    case 'mu.scored':
      return 'The deal is scored';
    case 'mu.displayed':
      return `${does(name(event.seat), 'show', 'shows')} ${list(event.cards, 'mu')}`;
    case 'mu.thrown_in':
      return t.mu.thrownIn;
    case 'mu.trump_named':
      return `${does(name(event.seat), 'name', 'names')} ${trumpWords(event.trump)}`;
    case 'mu.talon_taken':
      return `${does(name(event.seat), 'take', 'takes')} the talon${andWhich(event)}`;
    case 'mu.buried':
      return `${does(name(event.seat), 'put', 'puts')} cards away${andWhich(event)}`;
    case 'mu.partner_named':
      return `${does(name(event.seat), 'choose', 'chooses')} ${mid(name(event.partner))} as partner`;
    case 'mu.card_played':
      return `${does(name(event.seat), 'play', 'plays')} ${cardShort(event.card, 'mu')}`;
    case 'mu.trick_won':
      return `${does(name(event.seat), 'take', 'takes')} the trick`;
    case 'mu.dealer_named':
      return `${does(name(event.seat), 'name', 'names')} ${mid(name(event.dealer))} as the next dealer`;
  }
}

/** A move as a person would say it. */
export function moveWords(move: MoveForm, family: Family, name: Naming): string {
  const cards = move.cards ?? [];
  switch (move.kind) {
    case 'play':
      return move.combo ? playWords(move.combo, cards) : list(cards, family);
    case 'pass':
      return 'pass';
    case 'bet':
      return `bet ${move.value}`;
    case 'bid':
      return `bid ${move.value}`;
    case 'give':
      return `give ${list(cards, family)}`;
    case 'putback':
      return `put back ${list(cards, family)}`;
    case 'award':
      return `cards to ${mid(name(move.seat ?? 0))}`;
    case 'lead':
      return does(name(move.seat ?? 0), 'lead', 'leads');
    case 'display':
      return `show ${list(cards, family)}`;
    case 'trump':
      return trumpWords(move.trump ?? 'none');
    case 'partner':
      return `${mid(name(move.seat ?? 0))} as partner`;
    case 'bury':
      return `put away ${list(cards, family)}`;
    case 'dealer':
      return `${mid(name(move.seat ?? 0))} as dealer`;
  }
}

/** "lost bet of seat 2" with the name of the person. */
export const sheetWords = ({ what, seat }: ScoreLineForm, name: Naming): string =>
  seat === null ? what : what.replace(`seat ${seat}`, mid(name(seat)));
