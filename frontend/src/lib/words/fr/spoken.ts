// What happens at the table, in French: events, moves and combinations.
import type { english } from '../en';
import { grammar } from '../grammar';

const { plural } = grammar('fr');
const YOU = 'Vous';

/** "Vous passez", "Morag passe". */
const does = (name: string, verb: string, verbs: string): string => `${name} ${name === YOU ? verb : verbs}`;
/** In the middle of a sentence: "vous", "Morag". */
const mid = (name: string): string => (name === YOU ? 'vous' : name);
const trump = (name: string, colour: string): string =>
  name === 'none' ? 'sans atout' : /^\d$/.test(name) ? `tous les ${name}` : colour;
const BOMBS: Record<string, string> = { mixed: 'de couleurs mêlées', suited: 'd’une seule couleur' };

export const spoken: Pick<typeof english, 'events' | 'moves' | 'combos'> = {
  events: {
    deals: (name) => does(name, 'donnez', 'donne'),
    choosesToPass: (name) => `${does(name, 'choisissez', 'choisit')} une carte à passer`,
    gives: (name, card, to) => `${does(name, 'donnez', 'donne')} ${card} à ${mid(to)}`,
    cardsPassed: 'Les cartes sont échangées',
    bets: (name, n) => `${does(name, 'pariez', 'parie')} ${n}`,
    bids: (name, n) => `${does(name, 'annoncez', 'annonce')} ${n}`,
    leavesAuction: (name) => `${does(name, 'quittez', 'quitte')} les enchères`,
    takesFromHaggis: (name, cards) => `${does(name, 'prenez', 'prend')} ${cards} dans le haggis`,
    putsBack: (name, cards) => `${does(name, 'remettez', 'remet')} ${cards}`,
    leads: (name) => does(name, 'entamez', 'entame'),
    plays: (name, what) => `${does(name, 'jouez', 'joue')} ${what}`,
    passes: (name) => does(name, 'passez', 'passe'),
    isOut: (name) => does(name, 'n’avez plus de cartes', 'n’a plus de cartes'),
    outBonus: (name, n) =>
      `${does(name, 'recevez', 'reçoit')} ${plural(n, 'point', 'points')} pour la sortie`,
    dealEnds: 'La donne se termine',
    takesTrick: (name) => `${does(name, 'remportez', 'remporte')} le pli`,
    winsTrickFor: (winner, receiver) =>
      `${does(winner, 'gagnez', 'gagne')} le pli ; les cartes sont pour ${mid(receiver)}`,
    getsHaggis: (name, cards) => `${does(name, 'recevez', 'reçoit')} le haggis : ${cards}`,
    getsHand: (receiver, owner, cards) =>
      `${does(receiver, 'recevez', 'reçoit')} les cartes restées à ${mid(owner)} : ${cards}`,
    scored: 'La donne est comptée',
    shows: (name, cards) => `${does(name, 'montrez', 'montre')} ${cards}`,
    namesTrump: (name, what, colour) => `${does(name, 'nommez', 'nomme')} l’atout : ${trump(what, colour)}`,
    takesTalon: (name) => `${does(name, 'prenez', 'prend')} le talon`,
    buries: (name) => `${does(name, 'écartez', 'écarte')} des cartes`,
    choosesPartner: (name, other) =>
      other === YOU
        ? `${name} vous choisit comme partenaire`
        : `${does(name, 'choisissez', 'choisit')} ${other} comme partenaire`,
    namesDealer: (name, other) =>
      other === YOU
        ? `${name === YOU ? 'Vous vous désignez' : `${name} vous désigne`} comme prochain donneur`
        : `${does(name, 'désignez', 'désigne')} ${other} comme prochain donneur`,
  },

  moves: {
    pass: 'passer',
    bet: (n) => `parier ${n}`,
    bid: (n) => `annoncer ${n}`,
    give: (cards) => `donner ${cards}`,
    putBack: (cards) => `remettre ${cards}`,
    award: (name) => `les cartes à ${mid(name)}`,
    lead: (name) => does(name, 'entamez', 'entame'),
    show: (cards) => `montrer ${cards}`,
    trump,
    partner: (name) => `${mid(name)} comme partenaire`,
    bury: (cards) => `écarter ${cards}`,
    dealer: (name) => `${mid(name)} comme donneur`,
  },

  combos: {
    single: (rank) => `${rank} seul`,
    set: (n, rank) => `${plural(n, 'carte', 'cartes')} de rang ${rank}`,
    sequence: (ranks) => `suite ${ranks}`,
    stair: (ranks, tracks) => `escalier ${ranks} ×${tracks}`,
    bomb: (which) => `bombe ${BOMBS[which] ?? which}`,
    ofSuit: (what, suit) => `${what} ${/^[AEIOUÉ]/.test(suit) ? 'd’' : 'de '}${suit}`,
    withWilds: (what, wilds) => `${what} avec ${wilds}`,
  },
};
