import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Sha256 } from './sha256.ts';

function sumOf(pieces: Iterable<Uint8Array>): string {
  const sum = new Sha256();
  for (const piece of pieces) sum.update(piece);
  return sum.digest();
}

const nodeSum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ascii = (text: string) => new TextEncoder().encode(text);

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])("the standard's own example %o", (text, expected) => {
  expect(sumOf([ascii(text)])).toBe(expected);
});

test('a million times the letter a, a piece at a time', () => {
  const pieces = Array.from({ length: 1000 }, () => ascii('a'.repeat(1000)));
  expect(sumOf(pieces)).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
});

describe('every length around the edges of blocks', () => {
  const bytes = randomBytes(260);
  test('whole', () => {
    for (let length = 0; length <= bytes.length; length += 1) {
      const part = bytes.subarray(0, length);
      expect(sumOf([part]), `${length} bytes`).toBe(nodeSum(part));
    }
  });
  test('in pieces of every size', () => {
    for (let size = 1; size <= 130; size += 1) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
      expect(sumOf(pieces), `pieces of ${size}`).toBe(nodeSum(bytes));
    }
  });
});

test('more bytes than 32 bits can count in bits', () => {
  const piece = randomBytes(2 ** 20 + 13);
  const own = new Sha256();
  const node = createHash('sha256');
  for (let bytes = 0; bytes <= 2 ** 29; bytes += piece.length) {
    own.update(piece);
    node.update(piece);
  }
  expect(own.digest()).toBe(node.digest('hex'));
});
