import { stateMask } from './kernel-tables.ts';
import { stateOfMunicipality } from '../../../../shared/codes/codes.ts';
import { stateOfPacked } from '../../query/filters/packed-codes.ts';
import type { PayCell } from '../../query/pay-cells.ts';
import { defined } from '../format/numbers.ts';
import { traitFields, widthOf } from '../format/line-columns.ts';
import { LineBuffer, type Reading } from './line-buffer.ts';
import { countedPass } from './passes.ts';
import { detailsOf, kernelRoom } from './line-kernel.ts';
import { withoutGroups, type IndexPlan } from './plan.ts';
import { matchingRuns, type Run } from './runs.ts';

/** Cells as typed arrays, which a worker thread transfers without a copy. */
export interface CountedCells {
  /** The numbers of each cell: occupation, region, state, municipality, and where its salaries end. */
  readonly keys: Uint32Array<ArrayBuffer>;
  /** The salaries in centavos, cell by cell. */
  readonly pays: Uint32Array<ArrayBuffer>;
}

const numbersOfCell = 5;

/** A buffer with a state, whichever it is, reads the municipality of every line, as its index in the month's file. */
const anyState = 0;
const { shift } = traitFields.state;

type Cell = Omit<PayCell, 'pays'> & { readonly pays: number[] };

/** The cells of a plan about occupations: by municipality in `states`, by state elsewhere. */
export function countCells(
  plan: IndexPlan,
  reading: Reading,
  states: readonly number[],
): CountedCells {
  const { runs } = matchingRuns(plan, reading, plan.occupations);
  const lines = new LineBuffer({ ...withoutGroups(plan), shownState: anyState }, reading);
  const byTown = new Set(states);
  const cells = new Map<number, Map<number, Cell>>();
  for (const { run, zones } of runs) {
    const own = cells.get(run.cbo) ?? new Map<number, Cell>();
    cells.set(run.cbo, own);
    for (const { from, to } of lines.pieces(zones)) {
      lines.read(run, from, to);
      run.pays.readLines(from, to, 0);
      addLines(own, run, { from, length: lines.length }, byTown);
    }
  }
  const all = [...cells.values()].flatMap((own) => [...own.values()]);
  let end = 0;
  const keys = all.flatMap(({ occupation, region, state, municipality, pays }) => {
    end += pays.length;
    return [occupation, region, state, municipality, end];
  });
  const pays = new Uint32Array(end);
  for (const [at, cell] of all.entries()) {
    pays.set(cell.pays, defined(keys[(at + 1) * numbersOfCell - 1]) - cell.pays.length);
  }
  return { keys: new Uint32Array(keys), pays };
}

/** Adds the lines of a run in the buffer that count. `from` is the first of them in the run's file. */
function addLines(
  cells: Map<number, Cell>,
  { cbo, month: { file } }: Run,
  { from, length }: { readonly from: number; readonly length: number },
  byTown: ReadonlySet<number>,
): void {
  const regions = detailsOf(widthOf('region'), { from: 0, to: length });
  file.read('occupation.region', from, regions);
  const { passes, traits, municipality, pay } = kernelRoom();
  for (let at = 0; at < length; at++) {
    if (passes[at] !== countedPass) continue;
    const region = defined(regions[at]);
    const state = stateOfPacked((defined(traits[at]) >>> shift) & stateMask);
    const code = defined(file.municipalities[defined(municipality[at])]);
    const town = byTown.has(state) || byTown.has(stateOfMunicipality(code)) ? code : 0;
    const key = (town * 2 ** 8 + state) * 2 ** 8 + region;
    let cell = cells.get(key);
    if (cell === undefined) {
      cell = { occupation: cbo, region, state, municipality: town, pays: [] };
      cells.set(key, cell);
    }
    cell.pays.push(defined(pay[at]));
  }
}

/** The cells of a thread's reply. */
export function cellsOf({ keys, pays }: CountedCells): PayCell[] {
  const cells: PayCell[] = [];
  let begin = 0;
  for (let at = 0; at < keys.length; at += numbersOfCell) {
    const own = keys.subarray(at, at + numbersOfCell);
    const [occupation = 0, region = 0, state = 0, municipality = 0, end = 0] = own;
    cells.push({ occupation, region, state, municipality, pays: pays.subarray(begin, end) });
    begin = end;
  }
  return cells;
}
