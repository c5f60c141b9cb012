import { expect, test } from 'vitest';
import { LinearProgram } from './linear-programming.ts';

test('the range of an unknown follows from all facts together', () => {
  const program = new LinearProgram();
  // x + y = 10, x − y between 2 and 4: x from 6 to 7, y from 3 to 4.
  program.add({
    terms: new Map([
      ['x', 1],
      ['y', 1],
    ]),
    lower: 10,
    upper: 10,
  });
  program.add({
    terms: new Map([
      ['x', 1],
      ['y', -1],
    ]),
    lower: 2,
    upper: 4,
  });
  expect(program.rangeOf('x').lower).toBeCloseTo(6, 9);
  expect(program.rangeOf('x').upper).toBeCloseTo(7, 9);
  expect(program.rangeOf('y').lower).toBeCloseTo(3, 9);
  expect(program.rangeOf('y').upper).toBeCloseTo(4, 9);
});

test('an unknown without an upper end has none, and facts that contradict each other throw', () => {
  const program = new LinearProgram();
  program.add({ terms: new Map([['x', 1]]), lower: 3, upper: Infinity });
  expect(program.rangeOf('x')).toEqual({ lower: 3, upper: Infinity });
  program.add({ terms: new Map([['x', 1]]), lower: 0, upper: 2 });
  expect(() => program.rangeOf('x')).toThrow('infeasible');
});
