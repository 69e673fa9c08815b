// What people say to each other, the settings, the guide's frame and what went wrong, in German.
import type { english } from '../en';
import { PICTURES } from '../grammar';

export const page: Pick<typeof english, 'talk' | 'settings' | 'guide' | 'errors'> = {
  talk: {
    nothing: 'Seit du da bist, hat niemand etwas gesagt.',
    watching: 'Wer zuschaut, liest mit und sagt nichts: Er könnte zu viel wissen.',
    off: 'Der Gastgeber hat Nachrichten abgeschaltet.',
    own: 'Eigene Worte',
    send: 'Sagen',
    peace: 'Ruhe',
    muteAll: 'An keinem Tisch etwas hören',
    mute: (name) => `${name} nicht hören`,
    phrases: {
      hello: 'Hallo!',
      luck: 'Viel Glück!',
      'well-played': 'Gut gespielt!',
      thanks: 'Danke!',
      sorry: 'Entschuldigung!',
      oops: 'Hoppla.',
      hurry: 'Du bist dran!',
      moment: 'Einen Moment, bitte.',
      back: 'Ich bin wieder da.',
      close: 'Das war knapp!',
      again: 'Noch eine Partie?',
      bye: 'Gute Nacht!',
      ...PICTURES,
    },
  },

  settings: {
    title: 'Einstellungen',
    language: 'Sprache',
    languageOfBrowser: 'wie der Browser',
    theme: 'Farben',
    system: 'wie das System',
    dark: 'dunkel',
    light: 'hell',
    level: 'Bots, gegen die du spielst',
    sort: 'Hand sortieren nach',
    speed: 'Tempo der anderen',
    calm: 'ruhig',
    brisk: 'zügig',
    instant: 'sofort',
    autoPass: 'Für mich passen, wenn ich nichts spielen kann',
    autoPassHint: 'Nach einem kurzen Moment, damit es niemand merkt.',
    sounds: 'Töne',
    motion: 'Bewegung',
    full: 'voll',
    still: 'keine',
    kept: 'Wird in diesem Browser aufbewahrt.',
  },

  guide: {
    title: 'Erste Runde',
    next: 'Verstanden',
    end: 'Ich weiß genug',
    step: (i, n) => `${i} von ${n}`,
  },

  errors: {
    offline: 'Der Server ist nicht zu erreichen.',
    status: (code) => `Der Server hat mit einem Fehler geantwortet (${code}).`,
    unknownGame: (id) => `Ein Spiel ${id} gibt es hier nicht.`,
    noConnection: 'Keine Verbindung. Nichts ist verloren: Deine Tische gehen weiter, sobald es eine gibt.',
    unknownPage: 'Unter dieser Adresse ist nichts.',
  },
};
