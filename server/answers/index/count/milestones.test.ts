import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { traitFields } from '../format/line-columns.ts';
import { groupPlaces } from './group-tables.ts';
import {
  codesOfMilestone,
  milestoneLines,
  milestonesIn,
  milestonesOf,
  MilestoneWalk,
  totalsByCode,
} from './milestones.ts';

const random = seededRandom('milestones');
const places = groupPlaces(0, 0, 0);

/** Sums line by line, with each trait where `groupPlaces` has it. */
function plainSums(traits: Uint32Array, valueOf: (line: number) => number): number[] {
  const sums = Array.from({ length: places.country }, () => 0);
  for (const [line, codes] of traits.entries()) {
    for (const name of ['sex', 'age', 'schooling', 'companySize', 'state', 'section'] as const) {
      const { shift, bits } = traitFields[name];
      const place = places[name] + (Math.floor(codes / 2 ** shift) % 2 ** bits);
      sums[place] = (sums[place] ?? 0) + valueOf(line);
    }
  }
  return sums;
}

const traitsOf = (lines: number) =>
  Uint32Array.from({ length: lines }, () => Math.floor(random() * 2 ** 32));

test('milestones have the places of groups', () => {
  expect(codesOfMilestone).toBe(places.country);
});

test.each([0, 1, milestoneLines - 1, milestoneLines, milestoneLines * 9 + 37])(
  'any stretches of %i lines have what their lines have',
  (lines) => {
    const before = 100;
    const traits = traitsOf(lines);
    const milestones = milestonesOf(traits);
    expect(milestones.length).toBe(milestonesIn(lines) * codesOfMilestone);
    const sections = {
      milestones: Uint16Array.from([...new Uint16Array(2 * codesOfMilestone), ...milestones]),
      'salary.traits': Uint32Array.from([...traitsOf(before), ...traits, ...traitsOf(50)]),
    };
    const file = {
      read: (name: string, from: number, into: Uint16Array | Uint32Array) => {
        const own = name === 'milestones' ? sections.milestones : sections['salary.traits'];
        into.set(own.subarray(from, from + into.length));
      },
    };
    const within = { file, known: before, end: before + lines, firstMilestone: 2 };
    for (let round = 0; round < 20; round++) {
      const ends = Array.from({ length: 6 }, () => Math.floor(random() * (lines + 1)))
        .toSorted((a, b) => a - b)
        .map((line) => before + line);
      const [first = before, ...others] = ends;
      const walk = new MilestoneWalk(within, first, ends.at(-1) ?? first);
      let last = first;
      for (const line of others) {
        const sums = new Float64Array(codesOfMilestone);
        walk.goTo(line, sums);
        const stretch = traits.subarray(last - before, line - before);
        expect([...sums]).toEqual(plainSums(stretch, () => 1));
        last = line;
      }
    }
  },
);

test('what lines earn is added up by each of their codes', () => {
  const traits = traitsOf(700);
  const pays = Uint32Array.from(traits, () => Math.floor(random() * 2 ** 32));
  expect([...totalsByCode(traits, pays)]).toEqual(plainSums(traits, (line) => pays[line] ?? 0));
});
