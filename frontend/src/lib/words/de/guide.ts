// The guide of a first deal, in German. Every number comes from the table.
import type { english } from '../en';
import { grammar } from '../grammar';

const { plural, and, or } = grammar('de');
const cards = (n: number): string => plural(n, 'Karte', 'Karten');

export const notes: (typeof english)['notes'] = {
  bet: (bets, isForPoints, pays) => {
    const what = isForPoints
      ? 'du in dieser Runde mindestens so viele Punkte machst'
      : 'du als Erster fertig wirst';
    return (
      `Vor deiner ersten Karte darfst du ${or(bets)} wetten, dass ${what}: Die Knöpfe sind auch da, wenn ` +
      'andere nachdenken. Unsicher? Spiel ohne Wette.' +
      (pays > 1 ? ` Gewonnen zahlt sie das ${pays}-Fache.` : '')
    );
  },
  bidClimbing: (bids) =>
    'Biete, wenn du glaubst, als Erster fertig zu werden. Der Hirte tauscht Karten mit dem Haggis: ' +
    `${and(bids.map((bid) => `${bid.draws} bei einem Gebot von ${bid.value}`))}. ` +
    'Die anderen sind die Schafe und spielen gegen dich.',
  swap: 'Du bist der Hirte. Lege so viele Karten zurück, wie du genommen hast: die, die nirgends passen.',
  side: 'Du und dein Gegenüber seid Partner: Eure Punkte zählen zusammen.',
  pass: (rounds) =>
    `Gib deinem Partner eine Karte; insgesamt ${plural(rounds, 'Karte', 'Karten')} in jeder Richtung. ` +
    'Hilf ihm zu Folgen oder werde eine niedrige Karte los, die nirgends passt.',
  aimClimbing:
    'Werde alle Karten los, bevor es die anderen schaffen. In jedem Stich gilt eine Art von ' +
    'Kombination: Wer am höchsten spielt, bekommt die Karten und spielt als Nächster aus.',
  courts: (ranks) =>
    `Deine Bilder stehen rechts. Allein zählt ${and(ranks.map(([code, rank]) => `${code} als ${rank}`))}; ` +
    'in einer Folge oder Treppe sind sie Joker: jede Karte, die du brauchst.',
  lead: (sequence, stair, hasSets) =>
    'Du spielst aus: Alles ist erlaubt. Gut ist, was viele niedrige Karten loswird: ' +
    `mindestens ${sequence} hintereinander in einer Farbe, oder dieselben Ränge, mindestens ${stair}, ` +
    `in mehreren Farben${hasSets ? ', oder Karten eines Rangs' : ''}. ` +
    'Tippe Karten an und sieh auf den Knopf: Er sagt, was sie sind.',
  follow:
    'Spiel jetzt dieselbe Art und ebenso viele Karten, aber höher. Karten, die helfen können, ' +
    'bleiben hell. ' +
    'Wenn du lieber nicht willst, passe: In diesem Stich darfst du später noch spielen.',
  bomb: (ranks) =>
    `Mehrere Bilder zusammen, oder ${ranks} alle in einer Farbe oder jede in einer anderen, sind eine ` +
    'Bombe: Sie schlägt alles, was keine höhere Bombe ist.',
  out: (points) =>
    `Wer fertig wird, bekommt ${plural(points, 'Punkt', 'Punkte')} für jede Karte der größten Hand, ` +
    `die noch übrig ist. ` +
    ' Auch die Karten aus deinen Stichen zählen. Die Punkte neben dem Tisch zeigen, woher ' +
    'jeder kommt.',
  endClimbing: 'Das war eine Runde. Sieh dir an, woher die Punkte kommen, und spiel weiter.',
  aimMu:
    'Mü ist ein Stichspiel. Zuerst bieten alle, indem sie Karten offen auslegen; wer am meisten ' +
    'zeigt, trägt ' +
    'die Krone und muss ein Ziel erreichen, wer am zweitmeisten zeigt, hält den Schild.',
  bidMu:
    'Wähle Karten und lies, was sie bedeuten würden: wie viele Punkte du bräuchtest und was der Bonus ist. ' +
    'Was du zeigst, verrät den anderen deine Hand, und nur eine Farbe oder Zahl, die du gezeigt hast, kann ' +
    'dein Trumpf werden. Oder passe: Du kannst später noch bieten.',
  trump:
    'Nenne einen Trumpf aus den Karten, die du gezeigt hast. Der Trumpf der Krone ist der Obertrumpf und ' +
    'sticht den Untertrumpf des Schilds. Eine Karte, die beides ist, ist der Supertrumpf.',
  partner: 'Wähle einen Partner, jeden außer dem Schild. Zusammen müsst ihr das Ziel erreichen.',
  bury: (n) =>
    `Du hast den Talon genommen. Lege ${cards(n)} weg, die du nicht gezeigt hast; ihre Punkte gehören dir.`,
  play:
    'Bediene die ausgespielte Farbe, wenn du kannst; Trümpfe sind eine eigene Farbe. Spielbare Karten sind ' +
    'hell. Der Balken über deiner Hand zeigt, wie weit das Team der Krone ist.',
  points: (groups) =>
    `Die Dreiecke auf den Karten sind Punkte: ${groups
      .map(
        ({ numbers, points }) =>
          `${and(numbers)} ${numbers.length > 1 ? 'haben' : 'hat'} ${points || 'keine'}`,
      )
      .join('; ')}.`,
  endMu:
    'Die Runde wird abgerechnet: Punkte in deinen Stichen, und ein Bonus für das Team, das gewonnen hat.',
  aimClassic:
    'Mü ist ein Stichspiel. Zuerst bieten alle, indem sie Karten offen auslegen; wer am meisten zeigt, ist ' +
    'Chef und muss ein Ziel erreichen, wer am zweitmeisten zeigt, ist Vize.',
  eclat: (gain, loss) =>
    'Zeigen mehrere gleich viele, wenn alle gepasst haben, wird nicht gespielt: Jeder von ihnen bekommt ' +
    `${plural(gain, 'Punkt', 'Punkte')} je gezeigter Karte, ` +
    `aber wer zuletzt gleichgezogen hat, verliert je ${loss}.`,
  limit: (n) => `Du darfst ${cards(n)} über das hinausgehen, was am meisten gezeigt ist.`,
  most: (n) => `Mehr als ${cards(n)} darf niemand zeigen.`,
  trumpClassic:
    'Nenne einen Trumpf aus den Karten, die du gezeigt hast. Der Trumpf des Chefs ist der Obertrumpf und ' +
    'sticht den Untertrumpf des Vizes. Eine Karte, die beides ist, ist der Supertrumpf.',
  partnerClassic: 'Wähle einen Partner, jeden außer dem Vize. Zusammen müsst ihr das Ziel erreichen.',
  playClassic:
    'Bediene die ausgespielte Farbe, wenn du kannst; Trümpfe sind eine eigene Farbe. Spielbare Karten sind ' +
    'hell. Der Balken über deiner Hand zeigt, wie weit das Team des Chefs ist.',
  endClassic: 'Es wird gezählt: Punkte in deinen Stichen, und was das Gebot gebracht oder gekostet hat.',
};
