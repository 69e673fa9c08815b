// Events and moves in words: for the log, for screen readers and for buttons.
import { cardShort, isCourt, rankOf, suitOf, type Family } from './cards';
import { SUITS } from '../art/suits';
import type { ComboForm, EventForm, MoveForm } from './protocol';
import { plural, t } from './texts';

export type Naming = (seat: number) => string;

/** "You pass", "Morag passes". */
const does = (name: string, verb: string, verbs: string): string =>
  `${name} ${name === t.you ? verb : verbs}`;
/** In the middle of a sentence: "you", "Morag". */
const mid = (name: string): string => (name === t.you ? 'you' : name);

const list = (cards: readonly string[], family: Family): string =>
  cards.map((card) => cardShort(card, family)).join(', ');

/** A combination: "single 9", "sequence 4–6", "stair 6–7 ×2", "bomb J-Q". */
export function comboWords(combo: ComboForm): string {
  if (combo.kind === 'set')
    return `${plural(combo.tracks, 'card', 'cards')} of rank ${combo.top > 10 ? 'JQK'[combo.top - 11] : combo.top}`;
  if (combo.kind === 'bomb') return combo.text;
  return combo.text.replace(/(\w+)-(\w+)/, '$1–$2').replace(/ x(\d+)/, ' ×$1');
}

/** The combination and the suit, where there is one: "sequence 4–6 of Pine". */
export function playWords(combo: ComboForm, cards: readonly string[]): string {
  const suits = new Set(cards.filter((card) => !isCourt(card)).map(suitOf));
  const only = suits.size === 1 && cards.length > 0 ? [...suits][0] : null;
  const wilds = cards.filter(isCourt);
  const suit = only && combo.kind !== 'bomb' && combo.tracks === 1 ? ` of ${SUITS[only].name}` : '';
  const single = combo.kind === 'single' && wilds.length === 1;
  if (single)
    return `${{ J: 'Jack', Q: 'Queen', K: 'King' }[wilds[0] as 'J' | 'Q' | 'K']} (${rankOf(wilds[0] ?? 'J')})`;
  const wild = wilds.length && combo.kind !== 'bomb' ? ` with ${wilds.join(' ')}` : '';
  return `${comboWords(combo)}${suit}${wild}`;
}

const trumpWords = (name: string): string =>
  name === 'none' ? 'no trump' : /^\d$/.test(name) ? `all ${name}s` : name;

const COUNT = ['first', 'second', 'third', 'fourth'];

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
      return `${does(name(event.seat), 'take', 'takes')} ${event.cards ? list(event.cards, 'climbing') : plural(event.count, 'card', 'cards')} from the haggis`;
    case 'climbing.haggis_returned':
      return `${does(name(event.seat), 'put', 'puts')} ${event.cards ? list(event.cards, 'climbing') : plural(event.count, 'card', 'cards')} back`;
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
      return `${does(name(event.seat), 'get', 'gets')} ${plural(event.points, 'point', 'points')} for going out`;
    case 'climbing.round_ended':
      return 'The deal ends';
    case 'climbing.asked':
      return null;
    case 'climbing.trick_taken':
      return event.winner === event.receiver
        ? `${does(name(event.winner), 'take', 'takes')} the trick`
        : `${does(name(event.winner), 'win', 'wins')} with a bomb; ${mid(name(event.receiver))} ${name(event.receiver) === t.you ? 'get' : 'gets'} the cards`;
    case 'climbing.haggis_taken':
      return `${does(name(event.receiver), 'get', 'gets')} the haggis: ${list(event.cards, 'climbing')}`;
    case 'climbing.hand_taken':
      return `${does(name(event.receiver), 'get', 'gets')} what ${mid(name(event.owner))} held: ${list(event.cards, 'climbing')}`;
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
      return `${does(name(event.seat), 'take', 'takes')} the talon${event.cards ? `: ${list(event.cards, 'mu')}` : ''}`;
    case 'mu.buried':
      return `${does(name(event.seat), 'put', 'puts')} three cards away${event.cards ? `: ${list(event.cards, 'mu')}` : ''}`;
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
export const sheetWords = (what: string, name: Naming): string =>
  what.replace(/seat (\d)/g, (_, seat: string) => mid(name(Number(seat))));

export { COUNT };
