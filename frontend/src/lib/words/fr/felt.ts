// What stands on the felt, beside the hand and at the end of a deal, in French.
import type { english } from '../en';
import { grammar } from '../grammar';

const { plural, and, or } = grammar('fr');
const YOU = 'Vous';
const mid = (name: string): string => (name === YOU ? 'vous' : name);

export const felt: (typeof english)['felt'] = {
  hidden: 'faces cachées',
  open: 'Faces visibles',
  peek: (name) => `${name} : en détail`,
  earlier: 'Plus tôt dans ce pli',
  as: 'pour ',
  standsFor: (card, rank) => `${card} pour ${rank}`,
  wouldPlay: 'Vous joueriez',
  sending: 'Envoi …',
  going: 'En route :',
  oneTap: (isOn) => (isOn ? 'Un toucher : oui' : 'Un toucher : non'),
  oneTapSetting: 'Un toucher joue une carte au Mü',
  oneTapHint: 'Là où l’on joue une seule carte à la fois.',
  oneTapClimbing: 'Un toucher joue une carte dans les jeux de Haggis',
  oneTapClimbingHint: 'Là où elle ne peut être jouée que d’une façon.',
  beatsIt: 'Bat le pli',
  extend: 'Joue aussitôt',
  readAs: 'Lire comme',
  betMore: 'Parier…',
  betFinal: 'Public et définitif',
  clear: (n) => `Effacer ${n}`,
  youLead: 'Vous entamez',
  leads: (name) => `${name} entame`,
  anyCombination: 'N’importe quelle carte ou combinaison.',
  took: (name) => (name === YOU ? 'Vous avez pris' : `${name} a pris`),
  noPlayYet: (n) => `${plural(n, 'carte', 'cartes')} : rien encore`,
  notTurn: 'Pas à vous',
  chooseAbove: 'Choisissez sur la table',
  bid: 'Annoncer ',
  swap: (n) => `échanger ${plural(n, 'carte', 'cartes')}`,
  shepherd: 'Qui sera le Berger ?',
  inHand: 'En main',
  taken: 'Pris dans cette donne',
  said: 'A',
  level: 'Joue comme',
  untilReady: (plays, level) => `${plays}, en attendant ${level}`,
  whileFailing: (plays, level) => `${plays}, car ${level} ne répond pas`,
  isOutOf: 'N’a plus de',
  trick: 'Pli',
  led: 'entame',
  would: 'votre enchère',
  makes: (n) =>
    n ? `fait de ${plural(n, 'de vos cartes un atout', 'de vos cartes des atouts')}` : 'aucune de vos cartes',
  nothingShown: 'rien montré',
  followTrumps: (trumps) => `Fournissez de l’atout : ${or(trumps)}.`,
  partnerNeeds: (n) => `Choisissez votre partenaire. Il vous faut ${n} à deux.`,
  haggisTo: (name) => `Le haggis est pour ${mid(name)}`,
  putAway: 'Écarté par la Couronne',
  best: (names, points) => {
    const verb = names.includes(YOU) ? 'faites' : names.length > 1 ? 'font' : 'fait';
    return `${and(names)} ${verb} le meilleur score : ${points}`;
  },
  review: 'Analyse',
};
