// What happens at the table, in English: events, moves and combinations.
import { grammar } from '../grammar';

const { plural } = grammar('en-GB');
const YOU = 'You';

/** "You pass", "Morag passes". */
const does = (name: string, verb: string, verbs: string): string => `${name} ${name === YOU ? verb : verbs}`;
/** In the middle of a sentence: "you", "Morag". */
const mid = (name: string): string => (name === YOU ? 'you' : name);
const trump = (name: string, colour: string): string =>
  name === 'none' ? 'no trump' : /^\d$/.test(name) ? `all ${name}s` : colour;
const BOMBS: Record<string, string> = { mixed: 'of mixed suits', suited: 'in one suit' };

export const spoken = {
  events: {
    deals: (name: string) => does(name, 'deal', 'deals'),
    choosesToPass: (name: string) => `${does(name, 'choose', 'chooses')} a card to pass`,
    gives: (name: string, card: string, to: string) => `${does(name, 'give', 'gives')} ${card} to ${mid(to)}`,
    cardsPassed: 'The cards are passed',
    bets: (name: string, n: number) => `${does(name, 'bet', 'bets')} ${n}`,
    bids: (name: string, n: number) => `${does(name, 'bid', 'bids')} ${n}`,
    leavesAuction: (name: string) => `${does(name, 'leave', 'leaves')} the auction`,
    takesFromHaggis: (name: string, cards: string) =>
      `${does(name, 'take', 'takes')} ${cards} from the haggis`,
    putsBack: (name: string, cards: string) => `${does(name, 'put', 'puts')} ${cards} back`,
    leads: (name: string) => does(name, 'lead', 'leads'),
    plays: (name: string, what: string) => `${does(name, 'play', 'plays')} ${what}`,
    passes: (name: string) => does(name, 'pass', 'passes'),
    isOut: (name: string) => `${does(name, 'are', 'is')} out`,
    outBonus: (name: string, n: number) =>
      `${does(name, 'get', 'gets')} ${plural(n, 'point', 'points')} for going out`,
    dealEnds: 'The deal ends',
    takesTrick: (name: string) => `${does(name, 'take', 'takes')} the trick`,
    winsTrickFor: (winner: string, receiver: string) =>
      `${does(winner, 'win', 'wins')} the trick; ${mid(receiver)} ` +
      `${receiver === YOU ? 'get' : 'gets'} the cards`,
    getsHaggis: (name: string, cards: string) => `${does(name, 'get', 'gets')} the haggis: ${cards}`,
    getsHand: (receiver: string, owner: string, cards: string) =>
      `${does(receiver, 'get', 'gets')} what ${mid(owner)} held: ${cards}`,
    scored: 'The deal is scored',
    shows: (name: string, cards: string) => `${does(name, 'show', 'shows')} ${cards}`,
    namesTrump: (name: string, what: string, colour: string) =>
      `${does(name, 'name', 'names')} ${trump(what, colour)}`,
    takesTalon: (name: string) => `${does(name, 'take', 'takes')} the talon`,
    buries: (name: string) => `${does(name, 'put', 'puts')} cards away`,
    choosesPartner: (name: string, other: string) =>
      `${does(name, 'choose', 'chooses')} ${mid(other)} as partner`,
    namesDealer: (name: string, other: string) =>
      `${does(name, 'name', 'names')} ${mid(other)} as the next dealer`,
  },

  moves: {
    pass: 'pass',
    bet: (n: number) => `bet ${n}`,
    bid: (n: number) => `bid ${n}`,
    give: (cards: string) => `give ${cards}`,
    putBack: (cards: string) => `put back ${cards}`,
    award: (name: string) => `cards to ${mid(name)}`,
    lead: (name: string) => does(name, 'lead', 'leads'),
    show: (cards: string) => `show ${cards}`,
    trump,
    partner: (name: string) => `${mid(name)} as partner`,
    bury: (cards: string) => `put away ${cards}`,
    dealer: (name: string) => `${mid(name)} as dealer`,
  },

  combos: {
    single: (rank: string) => `single ${rank}`,
    set: (n: number, rank: string) => `${plural(n, 'card', 'cards')} of rank ${rank}`,
    sequence: (ranks: string) => `sequence ${ranks}`,
    stair: (ranks: string, tracks: number) => `stair ${ranks} ×${tracks}`,
    bomb: (which: string) => `bomb ${BOMBS[which] ?? which}`,
    ofSuit: (what: string, suit: string) => `${what} of ${suit}`,
    withWilds: (what: string, wilds: string) => `${what} with ${wilds}`,
  },
};
