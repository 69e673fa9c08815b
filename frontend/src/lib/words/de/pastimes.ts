// The words of evenings, links and one's own matches, in German.
import type { Pastimes } from '../en/pastimes';
import { figures, grammar } from '../grammar';

const rules = grammar('de');
const { plural } = rules;
const deals = (n: number): string => plural(n, 'Runde', 'Runden');

export const pastimes: Pastimes = {
  figures: figures(rules, (n) => `${n} %`),
  evening: {
    title: 'Ein Duplicate-Abend',
    lead:
      'Alle spielen dieselben Karten, allein gegen Bots oder mit Freunden, jetzt oder später. Nach ' +
      'jeder Runde siehst du, wie es anderen mit diesen Karten ergangen ist; die Hände werden ' +
      'aufgedeckt, wenn niemand sie mehr spielen kann.',
    game: 'Spiel',
    deals: 'Wie viele Runden',
    level: 'Bots auf allen anderen Plätzen',
    hints: 'Tipps sind erlaubt',
    days: 'Endet von selbst nach (Tagen)',
    stillOpen: 'Wer den Link hat, kann noch dazukommen.',
    closed: 'Es kann niemand mehr dazukommen.',
    ended: 'Der Abend ist beendet: Es wird nichts mehr gespielt, und alle Hände sind aufgedeckt.',
    endsOn: (when) => `Er endet am ${when}.`,
    hosting: 'Du hast diesen Abend eröffnet.',
    close: 'Niemanden mehr dazulassen',
    closeAsk:
      'Dann kann niemand mehr einen Tisch öffnen, und die Hände einer Runde werden aufgedeckt, sobald ' +
      'alle Tische sie gespielt haben. Das lässt sich nicht rückgängig machen.',
    end: 'Abend beenden',
    endAsk:
      'Dann kann keine weitere Runde gespielt werden, laufende zählen nicht mehr, und alle Hände werden ' +
      'aufgedeckt. Das lässt sich nicht rückgängig machen.',
    handsClosed: 'Die Hände werden aufgedeckt, wenn niemand diese Runde mehr spielen kann.',
    sameNetwork: (who) => `aus demselben Netz wie ${who}`,
    near: 'aus demselben Netz wie ein anderer Tisch: Es könnte dieselbe Person sein',
    open: 'Abend eröffnen',
    known: 'Deine Abende',
    link: 'Für alle, die mitspielen sollen',
    linkHint: 'Wer diesen Link öffnet, bekommt einen Tisch mit denselben Karten.',
    count: deals,
    facts: (n, level) => `${deals(n)} · Bots: ${level}`,
    withHints: 'mit Tipps',
    withoutHints: 'ohne Tipps',
    join: 'Platz nehmen',
    people: 'Wie viele von euch an diesem Tisch sitzen',
    alone: 'nur ich, gegen Bots',
    peopleCount: (n) => plural(n, 'Person', 'Personen'),
    sit: 'Meinen Tisch öffnen',
    toTable: 'Zu meinem Tisch',
    toEvening: 'Wie es anderen erging',
    toEveningLong: 'Der Abend bisher',
    next: (deal, of) => `Runde ${deal} von ${of}`,
    done: (deal, of) => `Runde ${deal} von ${of} ist vorbei`,
    last: 'Das war die letzte Runde des Abends.',
    ranking: 'Rangliste',
    rankingHint:
      'Punkte je Runde besser als das Feld mit denselben Karten, ± Fehler, über die Runden, die du ' +
      'gespielt hast. Wer weniger als zwei Fehler auseinanderliegt, ist gleich gut.',
    place: 'Platz',
    who: 'Wer',
    dealsPlayed: 'Runden',
    difference: 'Gegen das Feld',
    points: 'Punkte',
    look: 'Ansehen',
    lookAt: (who) => `Ansehen: ${who}`,
    sheet: 'Wer bekam was',
    nobodyYet: 'noch niemand sonst',
    noneYet: 'Sobald du eine Runde gespielt hast, siehst du hier, wie es anderen damit ergangen ist.',
    tables: 'Wer spielt',
    table: (n) => `Tisch ${n}`,
    progress: (n, of) => `${n} von ${of}`,
    yours: 'du',
    helped: 'ein Bot oder die Uhr hat für jemanden gezogen',
    dealTitle: (n) => `Runde ${n}`,
    fair: 'Die Karten',
    fairHint: (mark) =>
      `Alle Kartenfolgen standen fest, bevor der erste Tisch kam: ${mark}… (vergleicht diese ` +
      'Zeichen). Ein solcher Abend ist entschieden, bevor er gespielt wird; niemand hebt ab.',
    kept: (n) => `Dieser Browser hat ${deals(n)} geprüft: Es sind die versprochenen Karten.`,
    broken:
      'Die Karten einer Runde sind nicht die, die vor dem Abend versprochen wurden. Trau diesem ' +
      'Server nicht.',
    needsLink: 'Du brauchst den ganzen Link dieses Abends mit seinem Schlüssel.',
  },
  expert: {
    ask: 'Wie wäre es dem Meister ergangen?',
    working: 'Der Meister spielt deine Karten …',
    failed: 'Der Meister kam zu keinem Ende.',
    result: (theirs, yours) =>
      'Der Meister auf deinem Platz, mit denselben Karten: ' +
      `${theirs} Punkte gegenüber den anderen; du: ${yours}.`,
    note: 'Eine einzige Runde des Meisters, kein Urteil.',
  },
  share: {
    title: 'Anderen zeigen',
    hint:
      'Ein Link, den alle öffnen können, ohne Platz am Tisch. Er zeigt alle Hände und Namen dieser ' +
      'Partie, sonst nichts. Du kannst ihn zurücknehmen.',
    replay: 'Link zu diesem Schritt für alle',
    review: 'Link zu dieser Beurteilung für alle',
    made: 'Für alle',
    revoke: 'Link zurücknehmen',
    revoked: 'Der Link führt nirgendwohin mehr.',
    others: (n) => plural(n, 'Link zu dieser Partie ist offen', 'Links zu dieser Partie sind offen'),
    revokeAll: 'Zurücknehmen',
    guest: 'Jemand zeigt dir diese Partie.',
  },
  memory: {
    title: 'Meine Partien',
    lead:
      'Was dieser Browser von seinen Plätzen auf diesem Server weiß. Es gibt kein Konto: ' +
      'Exportiere es, um es anderswo zu haben.',
    none: 'Noch nichts: Spiel eine Partie, dann steht sie hier.',
    filterGame: 'Spiel',
    filterAgainst: 'Gegen',
    filterResult: 'Ergebnis',
    all: 'alle',
    people: 'Menschen',
    mixed: 'gemischte Gegner',
    changedHands: 'wechselnd besetzt',
    won: 'gewonnen',
    lost: 'verloren',
    shared: 'geteilt',
    practice: 'Übung',
    running: 'läuft',
    watched: 'zugesehen',
    others: 'von anderen gespielt',
    partly: 'ein Bot spielte für dich',
    count: (n) => plural(n, 'Partie', 'Partien'),
    goOn: 'Weiterspielen',
    replay: 'Rückschau',
    review: 'Beurteilung',
    record: 'Aufzeichnung',
    remove: 'Löschen',
    removeAsk: (n) =>
      `Diesen Tisch mit ${plural(n, 'Partie', 'Partien')} löschen? Sitzen andere daran, bleibt er ` +
      'ihnen, mit deinem Namen in den Aufzeichnungen; du kannst ihn nicht mehr öffnen.',
    reallyRemove: 'Wirklich löschen',
    keepIt: 'Behalten',
    removed: 'Gelöscht, hier und auf dem Server.',
    removedHere: (names) => `Hier gelöscht. Die Partie bleibt für ${names}; sie wurde auch dort gespielt.`,
    gone: 'nicht mehr auf dem Server',
    unreachable: (n) =>
      `${plural(n, 'Tisch ist', 'Tische sind')} gerade nicht zu erreichen; ` +
      'gezeigt wird, was dieser Browser noch weiß.',
    noRoom: 'Dieser Browser hat keinen Platz mehr, um sich zu merken, was hier steht.',
    stats: 'Wie es lief',
    statsHint:
      'Punkte je Runde: deine minus der Durchschnitt der anderen; ± ist der Standardfehler.' +
      ' Noch einmal gespielte Blätter, „Was wäre wenn“ und Übungen zählen nicht, ebenso wenig Partien, in ' +
      'denen ein Bot oder die Uhr mehr als jeden zehnten deiner Züge gemacht hat.',
    against: (whom) => `Gegen ${whom}`,
    bots: (level) => `Bots: ${level}`,
    deals: 'Runden',
    aDeal: 'Punkte je Runde',
    firstOut: 'Zuerst fertig',
    bets: 'Wetten gewonnen',
    betsAs: { Shepherd: 'Als Hirte', Crown: 'Krone erfüllt', Chief: 'Als Chef' },
    ofBets: (won, made) => `${won} von ${made}`,
    aDecision: 'Verlust je Entscheidung',
    curve: (game) => `${game}: Punkte je Runde im Lauf der Zeit`,
    curveNow: (mean, n) => `${mean} je Runde nach ${deals(n)}`,
    download: 'Alle Aufzeichnungen herunterladen',
    exported: 'Alles exportieren',
    exportHint:
      'Der Export enthält die Schlüssel deiner Plätze: Wer ihn hat, kann für dich spielen. ' +
      'Gib ihn niemandem.',
    imported: 'Importieren',
    importDone: (n) => `${plural(n, 'Tisch', 'Tische')} hinzugefügt.`,
    importBad: 'Diese Datei ist kein Export von stramash.',
    importAsk: (n) =>
      `Noch ist nichts importiert. Aus dieser Datei ${n === 1 ? 'kann' : 'können'} ` +
      `${plural(n, 'Tisch', 'Tische')} hinzukommen.`,
    importNothing: 'Es wurde nichts importiert.',
    importRefused: (part, n, field) =>
      `Beschädigt: ${part === 'tables' ? 'Platz' : 'Tisch'} Nummer ${n} der Datei` +
      `${field ? ` (${field})` : ''}.`,
    importRefusedMore: (n) =>
      `Und ${n} ${n === 1 ? 'weiterer beschädigter Eintrag' : 'weitere beschädigte Einträge'}.`,
    importTooMany: (n, most) =>
      `Für ${plural(n, 'Platz', 'Plätze')} ist kein Raum: Dieser Browser merkt sich höchstens ${most} ` +
      'und behält die, die er hat.',
    importNoRoom:
      'Dieser Browser hat keinen Platz für die Partien aus dieser Datei. Lösche hier zuerst einige.',
    importRest: 'Den Rest importieren',
    page: (n) => `${n} weitere zeigen`,
    more: 'Mehr',
  },
};
