import { expect, test } from 'vitest';
import { seededRandom } from '../../demonstration/random.ts';
import { PackedNumbers, packedNumbers, type Numbers } from './packed-numbers.ts';

const random = seededRandom('packed');

/** A file of some bytes that belong to others, and then the packed numbers. */
function fileOf(numbers: Numbers) {
  const file = Buffer.concat([Buffer.alloc(24, 9), ...packedNumbers(numbers)]);
  let reads = 0;
  const read = (into: Uint8Array, at: number) => {
    reads += 1;
    if (file.copy(into, 0, at) < into.length) throw new RangeError('The file ends too early.');
  };
  return { file, packed: new PackedNumbers(read, 24, numbers.length), reads: () => reads };
}

test.each([
  ['16 bits', Uint16Array.from({ length: 100_001 }, () => Math.floor(random() * 300))],
  ['32 bits', Uint32Array.from({ length: 70_000 }, (_, at) => at * 61_000)],
  ['a whole block', Uint16Array.from({ length: 32_768 }, (_, at) => at % 7)],
  ['none', new Uint16Array()],
] as const)('any stretch of numbers of %s is read as it was', (_, numbers) => {
  const { packed } = fileOf(numbers);
  for (const [from, to] of [
    [0, numbers.length],
    [0, Math.min(1, numbers.length)],
    [Math.min(32_767, numbers.length), Math.min(32_770, numbers.length)],
    [Math.min(65_500, numbers.length), numbers.length],
  ] as const) {
    const into = numbers.slice(from, to).fill(0);
    packed.read(from, into);
    expect(into).toEqual(numbers.slice(from, to));
  }
});

test('takes less room, and whoever reads on finds the block that was read last', () => {
  const numbers = Uint16Array.from({ length: 65_536 }, () => Math.floor(random() * 12));
  const { file, packed, reads } = fileOf(numbers);
  expect(file.length).toBeLessThan(numbers.byteLength / 2);
  const begun = reads();
  for (let at = 0; at < 1_000; at++) packed.read(at, new Uint16Array(3));
  expect(reads()).toBe(begun + 1);
});

test('bytes that were changed are not taken for numbers', () => {
  const numbers = Uint16Array.from({ length: 40_000 }, () => Math.floor(random() * 5_000));
  const { file, packed } = fileOf(numbers);
  file.fill(0, 300, 340);
  expect(() => packed.read(0, new Uint16Array(40_000))).toThrow();
});
