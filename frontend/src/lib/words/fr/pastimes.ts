// The words of evenings, links and one's own matches, in French.
import type { Pastimes } from '../en/pastimes';
import { figures, grammar } from '../grammar';

const rules = grammar('fr');
const { plural } = rules;
const deals = (n: number): string => plural(n, 'donne', 'donnes');

export const pastimes: Pastimes = {
  figures: figures(rules, (n) => `${n} %`),
  evening: {
    title: 'Une soirée en duplicate',
    lead:
      'Tout le monde joue les mêmes cartes, seul contre des robots ou entre amis, maintenant ou ' +
      'plus tard. Après chaque donne, vous voyez ce que les autres ont fait de ces cartes ; les mains ' +
      'sont dévoilées quand plus personne ne peut les jouer.',
    game: 'Jeu',
    deals: 'Combien de donnes',
    level: 'Robots aux autres places',
    hints: 'Les conseils sont permis',
    days: 'Se termine d’elle-même après (jours)',
    stillOpen: 'Qui a le lien peut encore venir.',
    closed: 'Plus personne ne peut venir.',
    ended: 'La soirée est terminée : on ne joue plus, et toutes les mains sont dévoilées.',
    endsOn: (when) => `Elle se termine le ${when}.`,
    hosting: 'Vous avez ouvert cette soirée.',
    close: 'Ne plus laisser venir personne',
    closeAsk:
      'Plus personne ne pourra ouvrir de table, et les mains d’une donne seront dévoilées dès que ' +
      'toutes les tables l’auront jouée. C’est sans retour.',
    end: 'Terminer la soirée',
    endAsk:
      'Plus aucune donne ne pourra être jouée, celles en cours ne compteront plus, et toutes les mains ' +
      'seront dévoilées. C’est sans retour.',
    handsClosed: 'Les mains seront dévoilées quand plus personne ne pourra jouer cette donne.',
    sameNetwork: (who) => `du même réseau que ${who}`,
    near: 'du même réseau qu’une autre table : c’est peut-être la même personne',
    open: 'Ouvrir la soirée',
    known: 'Vos soirées',
    link: 'Pour tous ceux qui vont jouer',
    linkHint: 'Qui ouvre ce lien reçoit une table avec les mêmes cartes.',
    count: deals,
    facts: (n, level) => `${deals(n)} · robots : ${level}`,
    withHints: 'avec conseils',
    withoutHints: 'sans conseils',
    join: 'Prendre place',
    people: 'Combien d’entre vous sont à cette table',
    alone: 'moi seul, contre des robots',
    peopleCount: (n) => plural(n, 'personne', 'personnes'),
    sit: 'Ouvrir ma table',
    toTable: 'À ma table',
    toEvening: 'Ce qu’ont fait les autres',
    toEveningLong: 'La soirée jusqu’ici',
    next: (deal, of) => `Donne ${deal} sur ${of}`,
    done: (deal, of) => `La donne ${deal} sur ${of} est finie`,
    last: 'C’était la dernière donne de la soirée.',
    ranking: 'Classement',
    rankingHint:
      'Points par donne de mieux que le champ avec les mêmes cartes, ± l’erreur, sur les donnes ' +
      'que vous avez jouées. À moins de deux erreurs d’écart, on est à égalité.',
    place: 'Rang',
    who: 'Qui',
    dealsPlayed: 'Donnes',
    difference: 'Face au champ',
    points: 'Score',
    look: 'Revoir',
    lookAt: (who) => `Revoir : ${who}`,
    sheet: 'Qui a pris quoi',
    nobodyYet: 'personne d’autre encore',
    noneYet: 'Dès que vous aurez joué une donne, vous verrez ici ce que les autres en ont fait.',
    tables: 'Qui joue',
    table: (n) => `La table ${n}`,
    progress: (n, of) => `${n} sur ${of}`,
    yours: 'vous',
    helped: 'un robot ou la pendule a joué pour quelqu’un',
    dealTitle: (n) => `Donne ${n}`,
    fair: 'Les cartes',
    fairHint: (mark) =>
      `Tous les jeux étaient fixés avant la première table : ${mark}… (comparez ces lettres ` +
      'avec les autres). Par nature, une telle soirée est décidée avant d’être jouée ; personne ne ' +
      'coupe.',
    kept: (n) => `Ce navigateur a vérifié ${deals(n)} : les cartes sont celles qui étaient promises.`,
    broken:
      'Les cartes d’une donne ne sont pas celles promises avant la soirée. Ne faites pas confiance ' +
      'à ce serveur.',
    needsLink: 'Il vous faut le lien entier de cette soirée, avec sa clé.',
  },
  expert: {
    ask: 'Qu’aurait fait l’expert ?',
    working: 'L’expert joue vos cartes…',
    failed: 'L’expert n’est pas allé au bout.',
    result: (theirs, yours) =>
      `L’expert à votre place, avec les mêmes cartes : ${theirs} points face aux autres ; vous : ${yours}.`,
    note: 'Une partie de l’expert, pas un verdict.',
  },
  share: {
    title: 'Le montrer à d’autres',
    hint:
      'Un lien que chacun peut ouvrir, sans place à la table. Il montre toutes les mains et les ' +
      'noms de cette partie, et rien d’autre. Vous pouvez le reprendre.',
    replay: 'Faire un lien vers ce coup pour tous',
    review: 'Faire un lien vers cette analyse pour tous',
    made: 'Pour tous',
    revoke: 'Reprendre le lien',
    revoked: 'Le lien ne mène plus nulle part.',
    others: (n) => plural(n, 'lien vers cette partie est ouvert', 'liens vers cette partie sont ouverts'),
    revokeAll: 'Les reprendre',
    guest: 'Quelqu’un vous montre cette partie.',
  },
  memory: {
    title: 'Mes parties',
    lead:
      'Ce que ce navigateur sait de ses places sur ce serveur. Il n’y a pas de compte : ' +
      'exportez-le pour l’avoir ailleurs.',
    none: 'Rien encore : jouez une partie, et elle sera ici.',
    filterGame: 'Jeu',
    filterAgainst: 'Contre',
    filterResult: 'Résultat',
    all: 'tout',
    people: 'des personnes',
    mixed: 'des adversaires variés',
    changedHands: 'plusieurs joueurs',
    won: 'gagnée',
    lost: 'perdue',
    shared: 'partagée',
    practice: 'entraînement',
    running: 'en cours',
    watched: 'regardée',
    others: 'jouée par d’autres',
    partly: 'un robot a joué pour vous',
    count: (n) => plural(n, 'partie', 'parties'),
    goOn: 'Continuer',
    replay: 'Revoir',
    review: 'Analyse',
    record: 'Relevé',
    remove: 'Supprimer',
    removeAsk: (n) =>
      `Supprimer cette table avec ${plural(n, 'partie', 'parties')} ? Si d’autres y sont assis, ` +
      'elle leur reste, avec votre nom dans les relevés ; vous ne pourrez plus l’ouvrir.',
    reallyRemove: 'Oui, supprimer',
    keepIt: 'La garder',
    removed: 'Supprimée, ici et sur le serveur.',
    removedHere: (names) => `Supprimée ici. La partie reste pour ${names}, qui l’a jouée aussi.`,
    gone: 'n’est plus sur le serveur',
    unreachable: (n) =>
      `${plural(n, 'table n’a pas pu être consultée', 'tables n’ont pas pu être consultées')} ` +
      'pour l’instant ; la liste montre ce que ce navigateur savait déjà.',
    noRoom: 'Ce navigateur n’a plus de place pour retenir ce qui est affiché ici.',
    stats: 'Comment cela s’est passé',
    statsHint:
      'Points par donne : les vôtres moins la moyenne des autres ; ± est l’erreur type.' +
      ' Les donnes rejouées, les « et si » et les exercices ne comptent pas, ni les parties où un robot ou ' +
      'la pendule a joué plus d’un de vos coups sur dix.',
    against: (whom) => `Contre ${whom}`,
    bots: (level) => `robots : ${level}`,
    deals: 'Donnes',
    aDeal: 'Points par donne',
    firstOut: 'Sorti premier',
    bets: 'Paris gagnés',
    betsAs: { Shepherd: 'Comme Berger', Crown: 'Couronne tenue', Chief: 'Comme Chef' },
    ofBets: (won, made) => `${won} sur ${made}`,
    aDecision: 'Perdu par décision',
    curve: (game) => `${game} : points par donne, au fil du temps`,
    curveNow: (mean, n) => `${mean} par donne après ${deals(n)}`,
    download: 'Télécharger tous les relevés',
    exported: 'Tout exporter',
    exportHint:
      'L’export contient les clés de vos places : qui l’a peut jouer à votre place. Ne le donnez à personne.',
    imported: 'Importer',
    importDone: (n) => plural(n, 'table ajoutée.', 'tables ajoutées.'),
    importBad: 'Ce fichier n’est pas un export de stramash.',
    importAsk: (n) =>
      `Rien n’a encore été importé. ${plural(n, 'table', 'tables')} de ce fichier ` +
      `${n === 1 ? 'peut être ajoutée' : 'peuvent être ajoutées'}.`,
    importNothing: 'Rien n’a été importé.',
    importRefused: (part, n, field) =>
      `Abîmée : ${part === 'tables' ? 'place' : 'table'} numéro ${n} du fichier` +
      `${field ? ` (${field})` : ''}.`,
    importRefusedMore: (n) => `Et ${plural(n, 'autre entrée abîmée', 'autres entrées abîmées')}.`,
    importTooMany: (n, most) =>
      `Pas assez d’espace pour ${plural(n, 'place', 'places')} : ce navigateur en retient ${most} ` +
      'au plus, et garde celles qu’il a.',
    importNoRoom:
      'Ce navigateur n’a pas assez d’espace pour les parties de ce fichier. ' +
      'Supprimez-en d’abord quelques-unes ici.',
    importRest: 'Importer le reste',
    page: (n) => `En montrer ${n} de plus`,
    more: 'Plus',
  },
};
