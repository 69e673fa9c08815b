// What the seal says, in German.
import type { english } from '../en';

export const fair: (typeof english)['fair'] = {
  title: 'Ehrlich gegeben',
  short: {
    waiting: 'Siegel: noch nichts gegeben',
    whole: 'Siegel: heil',
    without: 'Siegel: ohne dein Abheben',
    unproved: 'Siegel: nicht bewiesen',
    watching: 'Siegel: du schaust zu',
    broken: 'Siegel gebrochen!',
  },
  means: {
    waiting: 'Dein Browser hebt jeden Stapel selbst ab. Der erste ist noch nicht gegeben.',
    whole:
      'Du hast diesen Stapel selbst abgehoben, und der Server hatte sein Geheimnis festgelegt, bevor ' +
      'er davon ' +
      'wissen konnte. Niemand hat diese Karten ausgesucht. Am Ende der Runde prüft dein Browser es nach.',
    without:
      'Dieser Stapel wurde ohne dein Abheben gegeben: Du warst nicht da, kamst zu spät oder spielst ' +
      'auf einem ' +
      'anderen Gerät. Er ist so ehrlich, wie die anderen ihn durch ihr Abheben machen. Bleibt das so, ' +
      'obwohl du da bist, hält der Server dich vielleicht heraus.',
    unproved:
      'Dein Browser hat nicht gesehen, wie dieser Stapel abgehoben wurde, weil er damals nicht dabei war ' +
      'oder weil ' +
      'die Runde schon einmal gespielt wurde.',
    watching:
      'Zuschauer heben nicht ab. Dein Browser prüft, dass nach jeder Runde gezeigt wird, was ' +
      'versprochen war.',
    broken:
      'Was der Server zeigt, passt nicht zu dem, was er versprochen hatte. Die Karten können gelegt sein. ' +
      'Spiel um nichts weiter, was dir wichtig ist: Behalte die Datei unten, hole hier nach dem Ende der ' +
      'Partie ihre Aufzeichnung und ihren Beweis und lass auch andere sie prüfen.',
  },
  fault: (deal, what) => `Runde ${deal}: ${what}.`,
  faults: {
    'promise-changed': 'der Server hat das versprochene Geheimnis ausgetauscht',
    'promise-reused': 'der Server hat dieselben Geheimnisse ein zweites Mal versprochen',
    'promise-broken': 'das nach der Runde gezeigte Geheimnis ist nicht das versprochene',
    unreadable: 'der Teil des Servers am Beweis ist nicht lesbar',
    'closed-twice': 'die Liste der Abhebenden wurde ein zweites Mal geschlossen, anders als zuvor',
    'left-out': 'der Server hatte dein Abheben und hat die Liste ohne es geschlossen',
    'not-your-cut': 'die Liste wurde in deinem Namen mit einem Abheben geschlossen, das nicht deines ist',
    'cut-dropped': 'der Server hatte dein geöffnetes Abheben und hat ohne es gegeben',
    'cut-changed': 'das Abheben eines anderen Platzes ist nicht das, das er versiegelt hatte',
    'too-often': 'ein Platz durfte abheben, obwohl er sein Abheben zu oft zurückgehalten hatte',
    'wrong-hand': 'deine Karten folgen nicht aus dem Geheimnis und dem Abheben',
    'wrong-dealer': 'der erste Geber folgt nicht aus dem Geheimnis und dem Abheben',
    'dealt-twice': 'dieselbe Runde wurde ein zweites Mal gegeben',
    'never-dealt': 'ein Stapel wurde geschlossen und ein anderer an seiner Stelle gegeben',
    'taken-back':
      'ein Zug wurde zurückgenommen, den du schon gesehen hattest ' +
      'oder der nicht der letzte verdeckte seines Platzes war',
    'never-shown': 'eine Runde endete oder wurde aufgegeben, ohne dass ihr Geheimnis gezeigt wurde',
  },
  decks: 'Stapel dieser Partie',
  deck: (deal) => `Stapel ${deal}`,
  state: {
    open: 'im Spiel',
    whole: 'geprüft, mit deinem Abheben',
    without: 'geprüft, ohne dein Abheben',
    unproved: 'nicht gesehen',
    broken: 'gebrochen',
  },
  compare:
    'Alle am Tisch müssen neben einem Stapel dieselben Buchstaben sehen. Lest sie einander im Zweifel vor.',
  download: 'Herunterladen, was dieser Browser behalten hat',
  proof: 'Aufzeichnung und Beweis herunterladen',
  proofLater: 'Wenn die Partie zu Ende ist, gibt es hier ihre Aufzeichnung und den Beweis ihrer Stapel.',
  verify: (match, seen) => `Mit beiden Dateien: stramash verify ${match} --seen ${seen}`,
};
