import { stateOfMunicipality } from '../../../../shared/codes/codes.ts';
import { otherTowns, stateOfPacked } from '../../query/filters/packed-codes.ts';
import type { PayCell } from '../../query/pay-cells.ts';
import { defined } from '../../../../shared/codes/defined.ts';
import { codeIn, detailFields, traitFields } from '../format/line-columns.ts';
import { LineBuffer, type Reading } from './line-buffer.ts';
import { countedPass } from './passes.ts';
import { kernelRoom } from './line-kernel.ts';
import { withoutGroups, type IndexPlan } from './plan.ts';
import { matchingRuns, type Run } from './runs.ts';

/** A buffer with a state, whichever it is, reads the municipality of every line, as its index in the month's file. */
const anyState = 0;

type Cell = Omit<PayCell, 'salaries'> & { readonly salaries: number[] };

/** The cells of a plan about occupations: by municipality in `states`, by state elsewhere. */
export function countCells(
  plan: IndexPlan,
  reading: Reading,
  states: readonly number[],
): readonly PayCell[] {
  const { runs } = matchingRuns(plan, reading);
  const lines = new LineBuffer({ ...withoutGroups(plan), shownState: anyState }, reading);
  const byTown = new Set(states);
  const all = [...Map.groupBy(runs, ({ run }) => run.cbo).values()].flatMap((ofOccupation) => {
    const cells = new Map<number, Cell>();
    for (const { run, zones } of ofOccupation) {
      for (const { from, to } of lines.pieces(zones)) {
        lines.read(run, from, to);
        run.salaries.readLines(from, to, 0);
        addLines(cells, run, { from, length: lines.length }, byTown);
      }
    }
    return [...cells.values()];
  });
  // One array for all cells: a thread's reply has it once.
  const salaries = new Uint32Array(all.reduce((sum, cell) => sum + cell.salaries.length, 0));
  let begin = 0;
  return all.map((cell) => {
    const end = begin + cell.salaries.length;
    const copy = salaries.subarray(begin, end);
    copy.set(cell.salaries);
    begin = end;
    return { ...cell, salaries: copy };
  });
}

/** Adds the lines of a run in the buffer that count. `from` is the first of them in the run's file. */
function addLines(
  cells: Map<number, Cell>,
  { cbo, month: { file } }: Run,
  { from, length }: { readonly from: number; readonly length: number },
  byTown: ReadonlySet<number>,
): void {
  const { details, passes, traits, municipality, pay } = kernelRoom();
  file.read('occupation.details', from, details.subarray(0, length));
  for (let at = 0; at < length; at++) {
    if (passes[at] !== countedPass) continue;
    const region = codeIn(defined(details[at]), detailFields.region);
    const state = stateOfPacked(codeIn(defined(traits[at]), traitFields.state));
    const code = defined(file.codes.municipality[defined(municipality[at])]);
    const town = byTown.has(state) || byTown.has(stateOfMunicipality(code)) ? code : otherTowns;
    const key = (town * 2 ** 8 + state) * 2 ** 8 + region;
    let cell = cells.get(key);
    if (cell === undefined) {
      cell = { occupation: cbo, region, state, municipality: town, salaries: [] };
      cells.set(key, cell);
    }
    cell.salaries.push(defined(pay[at]));
  }
}
