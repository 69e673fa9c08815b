// What a person likes, kept in this browser.
export interface Choices {
  name: string;
  theme: 'system' | 'dark' | 'light';
  sort: 'rank' | 'suit';
  sortMu: 'rank' | 'suit';
  autoPass: boolean;
  sounds: boolean;
  motion: 'system' | 'full' | 'none';
  speed: 'calm' | 'brisk' | 'instant';
  level: string;
  /** Nothing that others say is shown. */
  mute: boolean;
  /** '' for the browser's. */
  language: string;
  /** One tap plays a card where one is asked for, as in Mü's tricks. */
  oneTap: boolean;
  /** One tap plays a card in a climbing game, where it can be played in one way only. */
  oneTapClimbing: boolean;
  /** Whether the browser tells when it is our turn and the page is hidden; null: not asked yet. */
  notify: boolean | null;
  /** The panel stands beside the table. */
  beside: boolean;
}

const KEY = 'stramash.settings';
const DEFAULTS: Choices = {
  name: '',
  theme: 'system',
  sort: 'rank',
  sortMu: 'suit',
  autoPass: false,
  sounds: false,
  motion: 'system',
  speed: 'brisk',
  level: '',
  mute: false,
  language: '',
  oneTap: true,
  oneTapClimbing: false,
  notify: null,
  beside: false,
};

export function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // storage switched off, or something else wrote there
  }
}

/** Whether there was room for it; where storage is full or switched off, the page works without it. */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

class Settings {
  choices = $state<Choices>({ ...DEFAULTS, ...(stored(KEY) as Partial<Choices> | null) });

  save(): void {
    keep(KEY, this.choices);
    this.show();
  }

  /** Tells the style sheet. */
  show(): void {
    const root = document.documentElement;
    root.dataset.theme = this.choices.theme;
    root.dataset.motion = this.isStill ? 'none' : 'full';
  }

  get isStill(): boolean {
    const { motion } = this.choices;
    return (
      motion === 'none' || (motion === 'system' && matchMedia('(prefers-reduced-motion: reduce)').matches)
    );
  }

  /** Milliseconds between two moves of others. */
  get pace(): number {
    return { calm: 1000, brisk: 320, instant: 0 }[this.choices.speed];
  }
}

export const settings = new Settings();

/** Secrets of my seats, so that a table can be opened on another device and found again. */
export interface OwnTable {
  id: string;
  game: string;
  secret: string;
  /** What the secret is being exchanged for: the server may know it already. */
  next?: string | undefined;
  invite?: string;
  watch?: string;
  at: number;
}

export const TABLES = 'stramash.tables';
export const MOST_TABLES = 1000;
const MOST_GUIDED = 30;

export const ownTables = (): OwnTable[] => (stored(TABLES) as OwnTable[] | null) ?? [];
export const ownTable = (id: string): OwnTable | undefined => ownTables().find((table) => table.id === id);

export function rememberTable(table: OwnTable): void {
  const others = ownTables().filter((other) => other.id !== table.id);
  const before = ownTable(table.id);
  keep(TABLES, [{ ...before, ...table }, ...others].slice(0, MOST_TABLES));
}

/** The links of a table that I host, after they were made anew. */
export function relink(id: string, links: { invite: string; watch: string } | null): void {
  const table = ownTable(id);
  if (table && links) rememberTable({ ...table, ...links });
}

export function forgetTable(id: string): void {
  keep(
    TABLES,
    ownTables().filter((table) => table.id !== id),
  );
}

const GUIDED = 'stramash.guided';
export const isGuided = (id: string): boolean => ((stored(GUIDED) as string[] | null) ?? []).includes(id);
export function guide(id: string, isOn: boolean): void {
  const others = ((stored(GUIDED) as string[] | null) ?? []).filter((other) => other !== id);
  keep(GUIDED, isOn ? [id, ...others].slice(0, MOST_GUIDED) : others);
}
