// What happens at the table, in German: events, moves and combinations.
import type { english } from '../en';
import { grammar } from '../grammar';

const { plural } = grammar('de');
const YOU = 'Du';

/** "Du passt", "Morag passt". */
const does = (name: string, verb: string, verbs: string): string => `${name} ${name === YOU ? verb : verbs}`;
/** "du", "Morag". */
const mid = (name: string): string => (name === YOU ? 'du' : name);
/** "an dich", "an Morag". */
const whom = (name: string): string => (name === YOU ? 'dich' : name);
const trump = (name: string, colour: string): string =>
  name === 'none' ? 'kein Trumpf' : /^\d$/.test(name) ? `alle ${name}er` : colour;
const BOMBS: Record<string, string> = { mixed: 'in gemischten Farben', suited: 'in einer Farbe' };

export const spoken: Pick<typeof english, 'events' | 'moves' | 'combos'> = {
  events: {
    deals: (name) => does(name, 'gibst', 'gibt'),
    choosesToPass: (name) => `${does(name, 'wählst', 'wählt')} eine Karte zum Weitergeben`,
    gives: (name, card, to) => `${does(name, 'gibst', 'gibt')} ${card} an ${whom(to)}`,
    cardsPassed: 'Die Karten werden weitergegeben',
    bets: (name, n) => `${does(name, 'wettest', 'wettet')} ${n}`,
    bids: (name, n) => `${does(name, 'bietest', 'bietet')} ${n}`,
    leavesAuction: (name) => `${does(name, 'steigst', 'steigt')} aus der Versteigerung aus`,
    takesFromHaggis: (name, cards) => `${does(name, 'nimmst', 'nimmt')} ${cards} aus dem Haggis`,
    putsBack: (name, cards) => `${does(name, 'legst', 'legt')} ${cards} zurück`,
    leads: (name) => `${does(name, 'spielst', 'spielt')} aus`,
    plays: (name, what) => `${does(name, 'spielst', 'spielt')} ${what}`,
    passes: (name) => does(name, 'passt', 'passt'),
    isOut: (name) => `${does(name, 'bist', 'ist')} fertig`,
    outBonus: (name, n) =>
      `${does(name, 'bekommst', 'bekommt')} ${plural(n, 'Punkt', 'Punkte')} für das Fertigwerden`,
    dealEnds: 'Die Runde endet',
    takesTrick: (name) => `${does(name, 'machst', 'macht')} den Stich`,
    winsTrickFor: (winner, receiver) =>
      `${does(winner, 'gewinnst', 'gewinnt')} den Stich; die Karten gehen an ${whom(receiver)}`,
    getsHaggis: (name, cards) => `${does(name, 'bekommst', 'bekommt')} den Haggis: ${cards}`,
    getsHand: (receiver, owner, cards) =>
      `${does(receiver, 'bekommst', 'bekommt')}, was ${mid(owner)} noch ` +
      `${owner === YOU ? 'hattest' : 'hatte'}: ${cards}`,
    scored: 'Die Runde wird abgerechnet',
    shows: (name, cards) => `${does(name, 'zeigst', 'zeigt')} ${cards}`,
    namesTrump: (name, what, colour) => `${does(name, 'nennst', 'nennt')} als Trumpf: ${trump(what, colour)}`,
    takesTalon: (name) => `${does(name, 'nimmst', 'nimmt')} den Talon`,
    buries: (name) => `${does(name, 'legst', 'legt')} Karten weg`,
    choosesPartner: (name, other) => `${does(name, 'wählst', 'wählt')} ${whom(other)} als Partner`,
    namesDealer: (name, other) => `${does(name, 'bestimmst', 'bestimmt')} ${whom(other)} zum nächsten Geber`,
  },

  moves: {
    pass: 'passen',
    bet: (n) => `${n} wetten`,
    bid: (n) => `${n} bieten`,
    give: (cards) => `${cards} geben`,
    putBack: (cards) => `${cards} zurücklegen`,
    award: (name) => `Karten an ${whom(name)}`,
    lead: (name) => `${does(name, 'spielst', 'spielt')} aus`,
    show: (cards) => `${cards} zeigen`,
    trump,
    partner: (name) => `${mid(name)} als Partner`,
    bury: (cards) => `${cards} weglegen`,
    dealer: (name) => `${mid(name)} als Geber`,
  },

  combos: {
    single: (rank) => `einzelne ${rank}`,
    set: (n, rank) => `${plural(n, 'Karte', 'Karten')} vom Rang ${rank}`,
    sequence: (ranks) => `Folge ${ranks}`,
    stair: (ranks, tracks) => `Treppe ${ranks} ×${tracks}`,
    bomb: (which) => `Bombe ${BOMBS[which] ?? which}`,
    ofSuit: (what, suit) => `${what} in ${suit}`,
    withWilds: (what, wilds) => `${what} mit ${wilds}`,
  },
};
