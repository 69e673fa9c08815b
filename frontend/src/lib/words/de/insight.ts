// The words of the coach, of exercises and of a closer look at one's own play, in German.
import type { Insight } from '../en/insight';
import { grammar } from '../grammar';

const { plural, decimal, signedDecimal } = grammar('de');

export const insight: Insight = {
  coach: {
    title: 'Was ist mein Blatt wert?',
    thinking: 'Die verdeckten Karten werden immer wieder verteilt …',
    surer: 'Es wird weitergerechnet …',
    none: 'Jetzt ist nichts zu wetten oder zu bieten.',
    again: 'Noch einmal fragen',
    worlds: (n) =>
      `Über ${plural(n, 'Verteilung', 'Verteilungen')}, die zu dem passen, was du siehst. ` +
      '± ist der 95-%-Fehler.',
    contracts:
      'Wenn nach deinem Gebot alle passen: die Chance, das Ziel zu erreichen, und deine Punkte ' +
      'abzüglich des Mittels der anderen.',
    bids:
      'Wenn dein Gebot steht: die Chance, als Erster fertig zu sein, und deine Punkte abzüglich ' +
      'des Mittels der anderen.',
    bets: 'Die Chance, eine Wette zu gewinnen, und was sie mehr bringt als keine.',
    bid: 'Gebot',
    trump: 'Trumpf',
    needs: (n) => `braucht ${n}`,
    draws: (n) => `mit ${plural(n, 'Karte', 'Karten')} aus dem Haggis`,
    passing: (points) => `Wenn du nicht mehr bietest: ${points}`,
    value: (n, margin) => `${signedDecimal(n)} ± ${decimal(margin)}`,
    bet: (n) => `Wette ${n}`,
    won: (chance, margin) => `in ${chance} gewonnen (${margin})`,
    needed: (chance) => `lohnt sich ab ${chance}`,
    adds: (n, margin) => `${n < 0 ? 'kostet' : 'bringt'} ${decimal(Math.abs(n))} ± ${decimal(margin)}`,
  },
  find: {
    title: 'Finde den Zug',
    lead: 'Stellungen aus echten Runden. Ein Zug ist deutlich besser als alle anderen: ' + 'welcher?',
    set: 'Die Sammlung',
    own: 'Aus meinen Beurteilungen',
    game: 'Spiel',
    kind: 'Art',
    all: 'alle',
    kinds: {
      lead: 'Ausspielen',
      follow: 'Bedienen',
      bomb: 'Bomben',
      bet: 'Wetten',
      bid: 'Gebote',
      ending: 'Endspiele',
    },
    streak: (n, best) => `Serie ${n} · beste ${best}`,
    solved: (n, of) => `${n} von ${of} gefunden`,
    your: 'Dein Blatt',
    seat: (n) => `Platz ${n + 1}`,
    you: 'Du',
    partner: 'Dein Partner',
    what: 'Was tust du?',
    noBet: 'Keine Wette',
    or: (moves) => `oder ${moves}`,
    right: 'Das ist der Zug.',
    wrong: (points) => `Es gibt etwas Besseres, um ${points} Punkte.`,
    best: 'der beste',
    behind: (n, margin) => `${decimal(n)} schlechter (± ${decimal(margin)})`,
    next: 'Nächste Stellung',
    playOn: 'Von hier weiterspielen',
    checked: (playouts) =>
      `Geprüft mit einer Suche von ${playouts} Ausspielungen, über Verteilungen, die zu dem ` +
      'passen, was du siehst.',
    noneOwn: 'Noch nichts: Öffne die Beurteilung einer Partie und übernimm von dort Stellungen.',
    none: 'Eine solche Stellung gibt es nicht.',
    practise: (n) => `${plural(n, 'Stellung', 'Stellungen')} aus dieser Partie üben`,
    forget: 'Meine Stellungen vergessen',
  },
  see: {
    title: 'Vor dem Zug',
    better: 'Besser',
    played: 'Gespielt',
    playOn: 'Von hier gegen Bots weiterspielen',
    playOnHint:
      'Ein privater Tisch, der mit dieser Stellung und deinen Karten beginnt; die Bots kennen sie nicht.',
    toReview: 'Zurück zur Beurteilung',
    toReplay: 'Rückschau von hier',
    missing: 'Eine solche Entscheidung gibt es in dieser Beurteilung nicht.',
  },
  luck: {
    title: 'Glück und Können über die Partie',
    compare: 'Mit den anderen vergleichen',
    working: (name) => `${name} wird angesehen …`,
    cards: 'was die Karten wert waren',
    lost: 'beim Spielen verloren',
    label: (name, cards, lost) => `${name}: Karten ${cards}, verloren ${lost} insgesamt`,
    deal: (n, cards, lost) => `Runde ${n}: Karten ${cards}, verloren ${lost}`,
    each: (n, margin) => `${decimal(n)} Punkte je Entscheidung verloren (± ${decimal(margin)})`,
  },
};
