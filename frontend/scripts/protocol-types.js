// TypeScript types of the table protocol and the faces of the cards, made from what the server says of itself.
// `node scripts/protocol-types.js` writes src/lib/server/protocol.ts, src/lib/cards/deck.ts and src/lib/words/keys.ts; `--check` fails where
// one of them is out of date.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const here = dirname(fileURLToPath(import.meta.url));
const lib = join(here, '../src/lib');
const own = join(here, '../../.venv/bin/python');
const python = process.env.PYTHON ?? (existsSync(own) ? own : 'python3');
const schema = JSON.parse(
  execFileSync(python, ['-m', 'stramash.server.protocol.schema'], { encoding: 'utf8', maxBuffer: 1 << 26 }),
);

// Titles name the same thing twice over; without them every definition is called by its key.
const strip = (node) => {
  if (Array.isArray(node)) return node.forEach(strip);
  if (!node || typeof node !== 'object') return;
  if (typeof node.title === 'string') delete node.title;
  Object.values(node).forEach(strip);
};
// A default beside a reference would make a second type of the same name.
const bare = (node) => {
  if (Array.isArray(node)) return node.forEach(bare);
  if (!node || typeof node !== 'object') return;
  if (node.$ref) delete node.default;
  Object.values(node).forEach(bare);
};
const faces = schema['x-faces'];
delete schema['x-faces'];
const keys = schema['x-keys'];
delete schema['x-keys'];
strip(schema);
bare(schema);
for (const [name, definition] of Object.entries(schema.$defs)) definition.title = name;
schema.title = 'Everything';
schema.type = 'object';
schema.additionalProperties = false;
schema.properties = {};

const NOTE = '// Made by `npm run types` from what the server says of itself. Do not edit.';

const protocol = await compile(schema, 'Everything', {
  unreachableDefinitions: true,
  additionalProperties: false,
  bannerComment: NOTE,
  format: false,
  maxItems: -1,
});

const rows = (cards) =>
  Object.entries(cards).map(
    ([code, { rank, suit, points }]) =>
      `    '${code}': { rank: ${rank}, suit: ${suit ? `'${suit}'` : null}, points: ${points} },`,
  );
const families = Object.keys(faces);
const deck = `${NOTE}

/** What is printed on a card; one without a suit is wild. */
export interface Face {
  readonly rank: number;
  readonly suit: string | null;
  readonly points: number;
}

export type Family = ${families.map((family) => `'${family}'`).join(' | ')};

/** Every card by its code, lowest rank first within a suit. */
export const FACES: Readonly<Record<Family, Readonly<Record<string, Face>>>> = {
${families.map((family) => `  ${family}: {\n${rows(faces[family]).join('\n')}\n  },`).join('\n')}
};
`;

const union = (words) => words.map((word) => `\n  | '${word}'`).join('');
const keyed = `${NOTE}
${Object.entries(keys)
  .map(([name, words]) => `\nexport type ${name} =${union(words)};\n`)
  .join('')}`;

const files = { 'server/protocol.ts': protocol, 'cards/deck.ts': deck, 'words/keys.ts': keyed };
if (process.argv.includes('--check')) {
  const isOld = ([name, text]) =>
    !existsSync(join(lib, name)) || readFileSync(join(lib, name), 'utf8') !== text;
  const old = Object.entries(files).filter(isOld);
  for (const [name] of old)
    console.error(`src/lib/${name} is out of date: run \`npm run types\` in frontend/`);
  if (old.length) process.exit(1);
} else {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(lib, name), text);
}
