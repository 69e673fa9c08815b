// What people say to each other, the settings, the guide's frame and what went wrong, in English.
import { PICTURES } from '../grammar';

export const page = {
  talk: {
    nothing: 'Nothing has been said since you came.',
    watching: 'Those who watch read what is said, and say nothing: they might know too much.',
    off: 'The host has switched messages off.',
    own: 'Your own words',
    send: 'Say it',
    peace: 'Peace and quiet',
    muteAll: 'Hear nobody, at any table',
    mute: (name: string) => `Do not hear ${name}`,
    phrases: {
      hello: 'Hello!',
      luck: 'Good luck!',
      'well-played': 'Well played!',
      thanks: 'Thank you!',
      sorry: 'Sorry!',
      oops: 'Oops.',
      hurry: 'Your turn!',
      moment: 'One moment, please.',
      back: 'I am back.',
      close: 'That was close!',
      again: 'Once more?',
      bye: 'Good night!',
      ...PICTURES,
    } as Record<string, string>,
  },

  settings: {
    title: 'Settings',
    language: 'Language',
    languageOfBrowser: 'as the browser',
    theme: 'Colours',
    system: 'as the system',
    dark: 'dark',
    light: 'light',
    level: 'Bots you play against',
    sort: 'Sort the hand by',
    speed: 'Pace of the others',
    calm: 'calm',
    brisk: 'brisk',
    instant: 'at once',
    autoPass: 'Pass for me when I have nothing to play',
    autoPassHint: 'After a short moment, so that nobody can tell.',
    sounds: 'Sounds',
    motion: 'Motion',
    full: 'full',
    still: 'none',
    kept: 'Kept in this browser.',
  },

  guide: {
    title: 'First deal',
    next: 'Got it',
    end: 'I know enough',
    step: (i: number, n: number) => `${i} of ${n}`,
  },

  errors: {
    offline: 'The server cannot be reached.',
    status: (code: number) => `The server answered with an error (${code}).`,
    unknownGame: (id: string) => `There is no game ${id} here.`,
    noConnection: 'No connection. Nothing is lost: your tables go on as soon as there is one.',
    unknownPage: 'There is nothing at this address.',
  },
};
