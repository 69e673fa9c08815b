// What people say to each other, the settings, the guide's frame and what went wrong, in French.
import type { english } from '../en';
import { PICTURES } from '../grammar';

export const page: Pick<typeof english, 'talk' | 'settings' | 'guide' | 'errors'> = {
  talk: {
    nothing: 'Rien n’a été dit depuis votre arrivée.',
    watching: 'Qui regarde lit ce qui se dit et se tait : il pourrait en savoir trop.',
    off: 'L’hôte a désactivé les messages.',
    own: 'Vos propres mots',
    send: 'Dire',
    peace: 'Le calme',
    muteAll: 'N’entendre personne, à aucune table',
    mute: (name) => `Ne pas entendre ${name}`,
    phrases: {
      hello: 'Bonjour !',
      luck: 'Bonne chance !',
      'well-played': 'Bien joué !',
      thanks: 'Merci !',
      sorry: 'Pardon !',
      oops: 'Oups.',
      hurry: 'À vous de jouer !',
      moment: 'Un instant, s’il vous plaît.',
      back: 'Me revoilà.',
      close: 'C’était juste !',
      again: 'On remet ça ?',
      bye: 'Bonne nuit !',
      ...PICTURES,
    },
  },

  settings: {
    title: 'Réglages',
    language: 'Langue',
    languageOfBrowser: 'celle du navigateur',
    theme: 'Couleurs',
    system: 'comme le système',
    dark: 'sombre',
    light: 'clair',
    level: 'Robots que vous affrontez',
    sort: 'Trier la main par',
    speed: 'Rythme des autres',
    calm: 'calme',
    brisk: 'vif',
    instant: 'immédiat',
    autoPass: 'Passer pour moi quand je n’ai rien à jouer',
    autoPassHint: 'Après un court instant, pour que personne ne le remarque.',
    sounds: 'Sons',
    motion: 'Mouvement',
    full: 'complet',
    still: 'aucun',
    kept: 'Gardé dans ce navigateur.',
  },

  guide: {
    title: 'Première donne',
    next: 'Compris',
    end: 'J’en sais assez',
    step: (i, n) => `${i} sur ${n}`,
  },

  errors: {
    offline: 'Le serveur ne répond pas.',
    status: (code) => `Le serveur a répondu par une erreur (${code}).`,
    unknownGame: (id) => `Il n’y a pas de jeu ${id} ici.`,
    noConnection: 'Pas de connexion. Rien n’est perdu : vos tables reprennent dès qu’elle revient.',
    unknownPage: 'Il n’y a rien à cette adresse.',
  },
};
