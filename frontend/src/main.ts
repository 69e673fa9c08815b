import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { addFonts } from './lib/page/fonts';
import { settings } from './lib/kept/settings.svelte';
import { keepShell } from './lib/page/installed';
import { chooseLanguage } from './lib/words/language';

addFonts();
settings.show();

// Not awaited at the top: a language is a file that needs this one, and would wait for it to be done.
async function start(): Promise<void> {
  await chooseLanguage(settings.choices.language);
  const target = document.getElementById('app');
  if (!target) throw new Error('no #app in the page');
  mount(App, { target });
  keepShell();
}

void start();
