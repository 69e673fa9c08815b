// What stands on the felt, beside the hand and at the end of a deal, in German.
import type { english } from '../en';
import { grammar } from '../grammar';

const { plural, and, or } = grammar('de');
const YOU = 'Du';
const whom = (name: string): string => (name === YOU ? 'dich' : name);

export const felt: (typeof english)['felt'] = {
  hidden: 'verdeckt',
  open: 'Offen',
  peek: (name) => `${name}: genauer`,
  earlier: 'Früher in diesem Stich',
  as: 'als ',
  standsFor: (card, rank) => `${card} als ${rank}`,
  wouldPlay: 'Du würdest spielen',
  sending: 'Wird gesendet …',
  going: 'Unterwegs:',
  oneTap: (isOn) => (isOn ? 'Antippen spielt: an' : 'Antippen spielt: aus'),
  oneTapSetting: 'Einmal Antippen spielt bei Mü eine Karte',
  oneTapHint: 'Wo immer nur eine Karte gespielt wird.',
  oneTapClimbing: 'Einmal Antippen spielt in den Haggis-Spielen eine Karte',
  oneTapClimbingHint: 'Wo sie nur auf eine Weise gespielt werden kann.',
  beatsIt: 'Schlägt das',
  extend: 'Spielt sofort',
  readAs: 'Gemeint als',
  betMore: 'Wetten …',
  betFinal: 'Offen und endgültig',
  clear: (n) => `${n} zurück`,
  youLead: 'Du spielst aus',
  leads: (name) => `${name} spielt aus`,
  anyCombination: 'Jede Karte oder Kombination.',
  took: (name) => (name === YOU ? 'Du nahmst' : `${name} nahm`),
  noPlayYet: (n) => `${plural(n, 'Karte', 'Karten')}: noch nichts`,
  notTurn: 'Du bist nicht dran',
  chooseAbove: 'Wähle auf dem Tisch',
  bid: 'Biete ',
  swap: (n) => `tausche ${plural(n, 'Karte', 'Karten')}`,
  shepherd: 'Wer wird Hirte?',
  inHand: 'Auf der Hand',
  taken: 'Genommen in dieser Runde',
  said: 'Hat',
  level: 'Spielt als',
  untilReady: (plays, level) => `${plays}, bis ${level} bereit ist`,
  whileFailing: (plays, level) => `${plays}, weil ${level} nicht antwortet`,
  isOutOf: 'Hat nicht mehr',
  trick: 'Stich',
  led: 'Anspiel',
  would: 'du würdest',
  makes: (n) =>
    n
      ? `macht ${plural(n, 'deiner Karten', 'deiner Karten')} ${n === 1 ? 'zum Trumpf' : 'zu Trümpfen'}`
      : 'keine deiner Karten',
  nothingShown: 'nichts gezeigt',
  followTrumps: (trumps) => `Bediene Trumpf: ${or(trumps)}.`,
  partnerNeeds: (n) => `Wähle deinen Partner. Zusammen braucht ihr ${n}.`,
  haggisTo: (name) => `Der Haggis geht an ${whom(name)}`,
  putAway: 'Von der Krone weggelegt',
  best: (names, points) => {
    const [one, many] = names.includes(YOU) ? ['holst', 'holt'] : ['holt', 'holen'];
    return `${and(names)} ${names.length > 1 ? many : one} am meisten: ${points}`;
  },
  review: 'Beurteilen',
};
