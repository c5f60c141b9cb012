import { expect, test } from 'vitest';
import { fillStepped, stepThrough } from './numbers.ts';

function numbersOf(steps: Uint16Array, jumps: readonly number[], firstJump: number) {
  const pays = new Uint32Array(steps.length).fill(9);
  fillStepped(pays, steps, Uint32Array.from(jumps), firstJump);
  return pays;
}

test('what is near is a step, what is far a jump', () => {
  const jumps: number[] = [7];
  const pays = Uint32Array.of(1_500, 1_500, 1_501, 67_035, 132_570, 132_571, 4_294_967_295);
  const steps = new Uint16Array(pays.length);
  stepThrough(pays, steps, jumps);
  // From 1,501 to 67,035 are 65,534; from there to 132,570 are 65,535, one too many for a step.
  expect([...steps]).toEqual([65_535, 0, 1, 65_534, 65_535, 1, 65_535]);
  expect(jumps).toEqual([7, 1_500, 132_570, 4_294_967_295]);
  expect(numbersOf(steps, jumps, 1)).toEqual(pays);
});

test('a salary of nothing is there, too', () => {
  const jumps: number[] = [];
  const steps = new Uint16Array(2);
  stepThrough(Uint32Array.of(0, 0), steps, jumps);
  expect(numbersOf(steps, jumps, 0)).toEqual(Uint32Array.of(0, 0));
});
