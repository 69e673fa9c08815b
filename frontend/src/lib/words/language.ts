// Which language the page speaks: the person's choice, else the first of the browser's that we have.
import { english, type Texts } from './en';
import { speak } from './texts';

/** By its own name; what is not English is fetched when it is wanted. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const LOADERS: Record<Language, () => Promise<Texts>> = {
  en: () => Promise.resolve(english),
  de: async () => (await import('./de')).german,
  fr: async () => (await import('./fr')).french,
};

const isLanguage = (word: string): word is Language => Object.hasOwn(LANGUAGES, word);

/** The language for a setting ('' for none) and the browser's list. */
export function languageFor(setting: string, wanted: readonly string[]): Language {
  if (isLanguage(setting)) return setting;
  const known = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage);
  return known ?? 'en';
}

/** Makes the page speak; where the texts cannot be fetched it speaks English. */
export async function chooseLanguage(setting: string): Promise<void> {
  let language = languageFor(setting, navigator.languages);
  try {
    speak(await LOADERS[language]());
  } catch {
    language = 'en';
  }
  document.documentElement.lang = language;
}
