// The witness of the page, on the same messages as the one of the Python client.
import { describe, expect, test } from 'vitest';
import type { ServerMessage } from '../src/lib/server/protocol';
import { digest, bytes, hex, hmac, sha256, unhex } from '../src/lib/fair/sha256';
import recorded from './transcripts.json';
import { nothingSeen, Witness, type Seen, type Sent } from '../src/lib/fair/witness';

interface Transcript {
  name: string;
  heard: ({ hear: ServerMessage } | { answered: Sent; with: { type: string } })[];
  sent: Sent[];
  seen: Seen;
}

const transcripts = recorded as unknown as Transcript[];

describe('SHA-256', () => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('of a known text', (text, known) => expect(digest(text)).toBe(known));

  test('agrees with the one of the system at every length', async () => {
    for (let length = 0; length < 200; length++) {
      const data = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
      const own = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
      expect(hex(sha256(data))).toBe(hex(own));
    }
  });
});

// RFC 4231, test cases 1, 2 and 6.
describe('HMAC', () => {
  test.each([
    ['0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      '4a656665',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'aa'.repeat(131),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('of RFC 4231', (key, text, known) => expect(hex(hmac(unhex(key), bytes(text)))).toBe(known));
});

describe('the witness', () => {
  test.each(transcripts)('$name', ({ name, heard, sent, seen }) => {
    const cuts = seen.decks.flatMap((deck) => deck.cut ?? []);
    const witness = new Witness(nothingSeen(seen.table), () => cuts.shift() ?? '');
    const answers: Sent[] = [];
    for (const one of heard)
      if ('hear' in one) answers.push(...witness.hear(one.hear));
      else witness.answered(one.answered, one.with.type === 'ack');
    expect(answers).toEqual(sent);
    if (!/^(honest|takes back)/.test(name)) for (const deck of witness.seen.decks) deck.told = null;
    expect(witness.seen).toEqual(seen);
  });

  test('calls rubbish unreadable', () => {
    const witness = new Witness(nothingSeen('abcdefgh2345'), () => '00'.repeat(32));
    const rubbish = {
      type: 'update',
      n: 1,
      kind: 'close',
      closing: { match: 'x' },
    } as unknown as ServerMessage;
    expect(witness.hear(rubbish)).toEqual([]);
    expect(witness.seen.broken.map((fault) => fault.code)).toEqual(['unreadable']);
  });
});
