// What stands on the felt, beside the hand and at the end of a deal, in English.
import { grammar } from '../grammar';

const { plural, and, or } = grammar('en-GB');
const YOU = 'You';
const mid = (name: string): string => (name === YOU ? 'you' : name);

export const felt = {
  hidden: 'face down',
  open: 'Face up',
  peek: (name: string) => `${name}: details`,
  earlier: 'Earlier in this trick',
  as: 'as ',
  standsFor: (card: string, rank: string) => `${card} as ${rank}`,
  wouldPlay: 'You would play',
  sending: 'Sending …',
  going: 'On its way:',
  oneTap: (isOn: boolean): string => (isOn ? 'One tap: on' : 'One tap: off'),
  oneTapSetting: 'One tap plays a card in Mü',
  oneTapHint: 'Where one card is played at a time.',
  oneTapClimbing: 'One tap plays a card in the Haggis games',
  oneTapClimbingHint: 'Where it can be played in one way only.',
  beatsIt: 'Beats it',
  extend: 'Plays at once',
  readAs: 'Read as',
  betMore: 'Bet …',
  betFinal: 'Public and final',
  clear: (n: number) => `Clear ${n}`,
  youLead: 'You lead',
  leads: (name: string) => `${name} leads`,
  anyCombination: 'Any card or combination.',
  took: (name: string) => `${name} took`,
  noPlayYet: (n: number) => `${plural(n, 'card', 'cards')}: no play yet`,
  notTurn: 'Not your turn',
  chooseAbove: 'Choose on the table',
  bid: 'Bid ',
  swap: (n: number) => `swap ${plural(n, 'card', 'cards')}`,
  shepherd: 'Who will be the Shepherd?',
  inHand: 'In hand',
  taken: 'Taken in this deal',
  said: 'Has',
  level: 'Plays as',
  untilReady: (plays: string, level: string) => `${plays}, until ${level} is ready`,
  whileFailing: (plays: string, level: string) => `${plays}, since ${level} gives no answer`,
  isOutOf: 'Is out of',
  trick: 'Trick',
  led: 'led',
  would: 'you would',
  makes: (n: number) =>
    n ? `makes ${plural(n, 'card of yours a trump', 'cards of yours trumps')}` : 'none of your cards',
  nothingShown: 'nothing shown',
  followTrumps: (trumps: string[]) => `Follow trumps: ${or(trumps)}.`,
  partnerNeeds: (n: number) => `Choose your partner. Together you need ${n}.`,
  haggisTo: (name: string) => `The haggis goes to ${mid(name)}`,
  putAway: 'Put away by the Crown',
  best: (names: readonly string[], points: string) =>
    `${and(names)} ${names.length > 1 || names[0] === YOU ? 'make' : 'makes'} most of it: ${points}`,
  review: 'Review',
};
