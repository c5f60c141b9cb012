import { sectionOfSubclass } from '../../reference/cnaes.ts';
import { readCounts, type Calibration, type Weighted } from './calibration.ts';
import { codeText, type Cell } from './cells.ts';
import { slots, total, wholeSlots } from './slots.ts';

export interface Activities {
  readonly sections: readonly string[];
  readonly subclasses: readonly number[];
  readonly sectionOf: readonly number[];
  readonly slots: readonly number[];
  readonly everywhere: readonly number[];
  /** The position, from 1, of the activity that stands for "unknown", and its share of all lines. */
  readonly unknown: { readonly place: number; readonly share: number };
  readonly first: readonly number[];
  readonly count: readonly number[];
}

/**
 * The activities of the employers of each cell: those of its own occupation, and for the rest those of its group and of
 * all.
 */
export function readActivities(calibration: Calibration, cells: readonly Cell[]): Activities {
  const counts = readCounts(calibration.activities);
  const everywhere = counts.get('*') ?? [];
  const subclasses = [...new Set(everywhere.map(([subclass]) => subclass))];
  const unknown = everywhere.find(([subclass]) => subclass === '9999999');
  const indexOf = new Map(subclasses.map((subclass, index) => [subclass, index + 1]));
  const letters = subclasses.map((subclass) => sectionOfSubclass(subclass.padStart(7, '0')) ?? 'Z');
  const sections = [...new Set(letters)].toSorted();
  const filled: number[] = [];
  const first: number[] = [];
  const count: number[] = [];
  for (const cell of cells) {
    const code = codeText(cell.cbo);
    const own = counts.get(code) ?? [];
    const group = counts.get(code.slice(0, 2)) ?? everywhere;
    const rest = Math.max(1, cell.weight - total(own));
    const mixed = [...own, ...scaled(group, rest * 0.85), ...scaled(everywhere, rest * 0.15)];
    const wanted = Math.min(600, Math.max(16, Math.ceil(cell.weight / 2)));
    first.push(filled.length);
    count.push(wanted);
    for (const subclass of slots(mixed, wanted, `activity ${code} ${cell.contract}`)) {
      filled.push(indexOf.get(subclass) ?? 1);
    }
  }
  return {
    sections,
    subclasses: subclasses.map(Number),
    sectionOf: letters.map((letter) => sections.indexOf(letter) + 1),
    slots: filled,
    everywhere: slots(everywhere, wholeSlots, 'activity').map(
      (subclass) => indexOf.get(subclass) ?? 1,
    ),
    unknown: {
      place: indexOf.get('9999999') ?? 1,
      share: (unknown?.[1] ?? 0) / total(everywhere),
    },
    first,
    count,
  };
}

const scaled = <Value>(weighted: Weighted<Value>, to: number): Weighted<Value> => {
  const sum = total(weighted);
  return weighted.map(([value, weight]) => [value, (weight * to) / sum] as const);
};
