import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { NumberBlocks, type Numbers, packedBlocks } from './number-blocks.ts';

const random = seededRandom('packed');

const blockBytes = 16_384;

/** A file with some bytes of other sections, and then the numbers. */
function fileOf(numbers: Numbers) {
  const file = Buffer.concat([Buffer.alloc(24, 9), ...packedBlocks(numbers, blockBytes)]);
  let reads = 0;
  const read = (into: Uint8Array, at: number) => {
    reads += 1;
    if (file.copy(into, 0, at) < into.length) throw new RangeError('The file ends too early.');
  };
  const place = { offset: 24, bytes: numbers.byteLength, blockBytes };
  return { file, blocks: new NumberBlocks(read, place), reads: () => reads };
}

const few = Uint16Array.from({ length: 100_001 }, () => Math.floor(random() * 256) * 200);

test.each([
  ['packed', few],
  ['packed, of 32 bits', Uint32Array.from({ length: 70_000 }, (_, at) => at * 61_000)],
  ['packed, a whole block', Uint16Array.from({ length: 8_192 }, (_, at) => at % 7)],
  ['none packed', new Uint16Array()],
] as const)('any stretch is read as it was: %s', (_, numbers) => {
  const { blocks } = fileOf(numbers);
  for (const [from, to] of [
    [0, numbers.length],
    [0, Math.min(1, numbers.length)],
    [Math.min(16_383, numbers.length), Math.min(16_386, numbers.length)],
    [Math.min(65_500, numbers.length), numbers.length],
  ] as const) {
    const into = numbers.slice(from, to).fill(0);
    blocks.read(from, into);
    expect(into).toEqual(numbers.slice(from, to));
  }
});

test('takes less room, and a later read finds the block that was read last', () => {
  const numbers = Uint16Array.from({ length: 16_384 }, () => Math.floor(random() * 12));
  const { file, blocks, reads } = fileOf(numbers);
  expect(file.length).toBeLessThan(numbers.byteLength / 2);
  const begun = reads();
  for (let at = 0; at < 1_000; at++) blocks.read(at, new Uint16Array(3));
  expect(reads()).toBe(begun + 1);
});

test('the blocks that were read last are cached up to 12 MiB, and one more evicts the least recently used', () => {
  const [blocksRead, numbersOfBlock] = [768, blockBytes / 2];
  const numbers = Uint16Array.from(
    { length: (blocksRead + 1) * numbersOfBlock },
    (_, at) => at % 9_000,
  );
  const { blocks, reads } = fileOf(numbers);
  const begun = reads();
  const read = (block: number) => {
    const into = new Uint16Array(1);
    blocks.read(block * numbersOfBlock + 7, into);
    expect(into[0]).toBe((block * numbersOfBlock + 7) % 9_000);
  };
  for (let turn = 0; turn < 2; turn++) for (let block = 0; block < blocksRead; block++) read(block);
  expect(reads()).toBe(begun + blocksRead);
  read(blocksRead);
  expect(reads()).toBe(begun + blocksRead + 1);
  read(1);
  expect(reads()).toBe(begun + blocksRead + 1);
  read(0);
  expect(reads()).toBe(begun + blocksRead + 2);
});

test('bytes that were changed are not taken for numbers', () => {
  const numbers = Uint16Array.from({ length: 40_000 }, () => Math.floor(random() * 5_000));
  const { file, blocks } = fileOf(numbers);
  file.fill(0, 300, 340);
  expect(() => blocks.read(0, new Uint16Array(40_000))).toThrow();
});
