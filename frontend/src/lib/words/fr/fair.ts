// What the seal says, in French.
import type { english } from '../en';

export const fair: (typeof english)['fair'] = {
  title: 'Donnes honnêtes',
  short: {
    waiting: 'Sceau : rien n’est encore donné',
    whole: 'Sceau : intact',
    without: 'Sceau : sans votre coupe',
    unproved: 'Sceau : non prouvé',
    watching: 'Sceau : vous regardez',
    broken: 'Sceau brisé !',
  },
  means: {
    waiting: 'Votre navigateur coupe lui-même chaque jeu. Le premier n’est pas encore donné.',
    whole:
      'Votre propre coupe est dans ce jeu, et le serveur avait fixé son secret avant de pouvoir la ' +
      'connaître. ' +
      'Personne n’a choisi ces cartes. À la fin de la donne, votre navigateur le vérifie.',
    without:
      'Ce jeu a été donné sans votre coupe : vous étiez absent, en retard, ou sur un autre appareil. ' +
      'Il est aussi ' +
      'honnête que les autres le rendent en coupant. Si cela continue alors que vous êtes là, le ' +
      'serveur vous ' +
      'tient peut-être à l’écart.',
    unproved:
      'Votre navigateur n’a pas vu couper ce jeu, parce qu’il n’était pas là ou parce que la donne ' +
      'avait déjà ' +
      'été jouée.',
    watching:
      'Les spectateurs ne coupent pas. Votre navigateur vérifie que ce qui est montré après chaque ' +
      'donne tient ' +
      'ce qui était promis.',
    broken:
      'Ce que montre le serveur ne correspond pas à ce qu’il avait promis. Les cartes peuvent avoir été ' +
      'arrangées. Ne jouez plus rien d’important : gardez le fichier ci-dessous, prenez ' +
      'l’enregistrement et ' +
      'la preuve de la partie ici quand elle sera finie, et faites-les vérifier par d’autres.',
  },
  fault: (deal, what) => `Donne ${deal} : ${what}.`,
  faults: {
    'promise-changed': 'le serveur a remplacé le secret promis',
    'promise-reused': 'le serveur a promis les mêmes secrets une deuxième fois',
    'promise-broken': 'le secret montré après la donne n’est pas celui qui était promis',
    unreadable: 'la part du serveur dans la preuve est illisible',
    'closed-twice': 'la liste des coupes a été close une deuxième fois, autrement qu’avant',
    'left-out': 'le serveur avait votre coupe et a clos la liste sans elle',
    'not-your-cut': 'la liste a été close avec, à votre nom, une coupe qui n’est pas la vôtre',
    'cut-dropped': 'le serveur avait votre coupe ouverte et a donné sans elle',
    'cut-changed': 'la coupe d’une autre place n’est pas celle qu’elle avait scellée',
    'too-often': 'une place a pu couper après avoir trop souvent retenu ses coupes',
    'wrong-hand': 'vos cartes ne découlent pas du secret et des coupes',
    'wrong-dealer': 'le premier donneur ne découle pas du secret et des coupes',
    'dealt-twice': 'la même donne a été donnée une deuxième fois',
    'never-dealt': 'un jeu a été clos, et un autre donné à sa place',
    'taken-back':
      'un coup a été repris alors que vous l’aviez vu, ' +
      'ou qu’il n’était pas le dernier coup caché de sa place',
    'never-shown': 'une donne s’est terminée, ou a été abandonnée, sans que son secret soit montré',
  },
  decks: 'Jeux de cette partie',
  deck: (deal) => `Jeu ${deal}`,
  state: {
    open: 'en cours',
    whole: 'vérifié, avec votre coupe',
    without: 'vérifié, sans votre coupe',
    unproved: 'non vu',
    broken: 'brisé',
  },
  compare:
    'Toute la table doit voir les mêmes lettres à côté d’un jeu. Dans le doute, lisez-les à voix haute.',
  download: 'Télécharger ce que ce navigateur a gardé',
  proof: 'Télécharger l’enregistrement et la preuve',
  proofLater: 'Quand la partie sera finie, son enregistrement et la preuve de ses jeux seront ici.',
  verify: (match, seen) => `Avec les deux fichiers : stramash verify ${match} --seen ${seen}`,
};
