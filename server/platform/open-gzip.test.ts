import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { onlyMember } from '../../tests/support/gzip-member.ts';
import { endGzip, openGzip, unpackGzip } from './open-gzip.ts';

const salaries = (count: number) =>
  Buffer.from(JSON.stringify(Array.from({ length: count }, (_, place) => 150_000 + place * 7)));

const texts: readonly (readonly [string, Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['a sign', Buffer.from('{')],
  ['words', Buffer.from('{"titulo":"Médico clínico – plantão"')],
  ['40 KB', salaries(6000)],
  ['4 MB', salaries(560_000)],
  ['what cannot be made smaller', randomBytes(300_000)],
];

test.each(texts)(
  '%s is one member with each of its endings, and the same unpacked',
  async (_, text) => {
    const open = await openGzip(text);
    for (const ending of [',"receipt":{"id":"é"}}', '}', '', ' '.repeat(65_535)]) {
      const whole = Buffer.concat([text, Buffer.from(ending)]);
      expect((await onlyMember(endGzip(open, ending))).equals(whole)).toBe(true);
      expect((await unpackGzip(open, ending)).equals(whole)).toBe(true);
    }
  },
);

test('compresses the text of a response to less than half', async () => {
  const text = salaries(6000);
  expect((await openGzip(text)).packed.length).toBeLessThan(text.length / 2);
});

test('refuses an ending that does not fit into a block', async () => {
  const open = await openGzip(Buffer.from('{'));
  expect(() => endGzip(open, 'é'.repeat(32_768))).toThrow(RangeError);
});

test('holds no more memory than its bytes', async () => {
  const { packed } = await openGzip(Buffer.from('a few words'));
  expect(packed.buffer.byteLength).toBe(packed.length);
});
