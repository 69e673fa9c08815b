// A .br beside every built file that is worth it, so that the server need not compress.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const WEB = fileURLToPath(new URL('../../src/stramash/web/', import.meta.url));
const WORTH_IT = 1000;

for (const name of readdirSync(WEB, { recursive: true })) {
  if (typeof name !== 'string' || !/\.(js|css|svg|html)$/.test(name)) continue;
  const bytes = readFileSync(join(WEB, name));
  if (bytes.length >= WORTH_IT) writeFileSync(join(WEB, `${name}.br`), brotliCompressSync(bytes));
}
