// SHA-256 and HMAC. The browser has its own, but not for a page that came by plain http over a local network,
// where friends play; and this one answers at once.
const text = new TextEncoder();

const ROUNDS = new Uint32Array(64);
const START = new Uint32Array(8);

// The constants are the first bits of the roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3).
{
  const bits = (x: number): number => ((x - Math.floor(x)) * 0x1_0000_0000) >>> 0;
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
    if (!isPrime) continue;
    if (found < 8) START[found] = bits(Math.sqrt(n));
    ROUNDS[found++] = bits(Math.cbrt(n));
  }
}

const rotated = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const size = Math.ceil((data.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(data.length / 0x2000_0000));
  view.setUint32(size - 4, (data.length * 8) >>> 0);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  const at = (list: Uint32Array, i: number): number => list[i] as number;
  for (let block = 0; block < size; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = at(w, i - 15);
      const y = at(w, i - 2);
      const s0 = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
      const s1 = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
      w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i++) {
      const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(w, i)) | 0;
      const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (hash[i] = at(hash, i) + x));
  }
  const out = new Uint8Array(32);
  hash.forEach((x, i) => new DataView(out.buffer).setUint32(4 * i, x));
  return out;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((x) => x ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((x) => x ^ 0x5c),
      inner,
    ),
  );
}

export function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

export const bytes = (words: string): Uint8Array => text.encode(words);
export const hex = (data: Uint8Array): string =>
  [...data].map((x) => x.toString(16).padStart(2, '0')).join('');
export const unhex = (words: string): Uint8Array =>
  Uint8Array.from(words.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const digest = (words: string): string => hex(sha256(bytes(words)));
