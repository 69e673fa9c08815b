// TypeScript types of the table protocol, made from the server's JSON Schema.
// `node scripts/protocol-types.js` writes src/lib/protocol.ts, `--check` fails where it is out of date.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '../src/lib/protocol.ts');
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
strip(schema);
bare(schema);
for (const [name, definition] of Object.entries(schema.$defs)) definition.title = name;
schema.title = 'Everything';
schema.type = 'object';
schema.additionalProperties = false;
schema.properties = {};

const text = await compile(schema, 'Everything', {
  unreachableDefinitions: true,
  additionalProperties: false,
  bannerComment: '// Made by `npm run types` from the schema of the table protocol. Do not edit.',
  format: false,
  maxItems: -1,
});

if (process.argv.includes('--check')) {
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    console.error('src/lib/protocol.ts is out of date: run `npm run types` in frontend/');
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
