import { stateMask } from './kernel-tables.ts';
import { stateOfMunicipality } from '../../../../shared/codes/codes.ts';
import { defined } from '../format/numbers.ts';
import { traitFields, widthOf } from '../format/line-columns.ts';
import { roomier } from './count-bins.ts';
import { bufferFor, matchingRuns, type Reading } from './count-share.ts';
import { numbersOfCell, type CountedCells } from './counted-cells.ts';
import { countedPass } from './passes.ts';
import { detailsOf, kernelRoom } from './line-kernel.ts';
import type { IndexPlan } from './plan.ts';
import { runsByOccupation, type OccupationRun } from './runs.ts';

/** No state has this code. A buffer for it reads the municipality of every line, as its index in the month's file. */
const noState = 0;

/** The cells of a plan about occupations, without groups or a place: by municipality in `states`, by state elsewhere. */
export function countCells(
  plan: IndexPlan,
  states: readonly number[],
  reading: Reading,
): CountedCells {
  const { runs } = matchingRuns(plan, reading, (month) =>
    plan.balances.flatMap((balance) => [...runsByOccupation(month, balance, plan.occupations)]),
  );
  const lines = bufferFor({ ...plan, shownState: noState }, reading);
  const byTown = new Set(states);
  const cells = new Map<number, Map<number, Cell>>();
  for (const { run, zones } of runs) {
    const own = cells.get(run.cbo) ?? new Map<number, Cell>();
    cells.set(run.cbo, own);
    for (let from = zones.from; from < zones.to; from += lines.atOnce) {
      const to = Math.min(zones.to, from + lines.atOnce);
      lines.begin(to - from);
      lines.read(run, from, to);
      run.pays.readLines(from, to, 0);
      addLines(own, run, { from, length: lines.length }, byTown);
    }
  }
  return countedCells(cells);
}

const { shift, bits } = traitFields.state;

interface Cell {
  readonly place: readonly [region: number, state: number, municipality: number];
  readonly pays: Pays;
}

/** Salaries in half the memory of an array of numbers: a family may have millions. */
class Pays {
  #room = new Uint32Array(4);
  length = 0;

  add(pay: number): void {
    if (this.length === this.#room.length) this.#room = roomier(this.#room);
    this.#room[this.length] = pay;
    this.length += 1;
  }

  get all(): Uint32Array {
    return this.#room.subarray(0, this.length);
  }
}

/** Adds the lines of a run in the buffer that count. `from` is the first of them in the run's file. */
function addLines(
  cells: Map<number, Cell>,
  { month: { file } }: OccupationRun,
  { from, length }: { readonly from: number; readonly length: number },
  byTown: ReadonlySet<number>,
): void {
  const regions = detailsOf(widthOf('region'), { from: 0, to: length });
  file.read('occupation.region', from, regions);
  const { passes, traits, municipality, pay } = kernelRoom();
  for (let at = 0; at < length; at++) {
    if (passes[at] !== countedPass) continue;
    const region = defined(regions[at]);
    const state = (defined(traits[at]) >>> shift) & stateMask;
    const code = defined(file.municipalities[defined(municipality[at])]);
    const town = byTown.has(state) || byTown.has(stateOfMunicipality(code)) ? code : 0;
    const key = (town * 2 ** bits + state) * 2 ** 8 + region;
    let cell = cells.get(key);
    if (cell === undefined) {
      cell = { place: [region, state, town], pays: new Pays() };
      cells.set(key, cell);
    }
    cell.pays.add(defined(pay[at]));
  }
}

function countedCells(byOccupation: ReadonlyMap<number, ReadonlyMap<number, Cell>>): CountedCells {
  const all = [...byOccupation].flatMap(([cbo, cells]) =>
    [...cells.values()].map(({ place, pays }) => ({ cbo, place, pays })),
  );
  const pays = new Uint32Array(all.reduce((sum, cell) => sum + cell.pays.length, 0));
  const keys = new Uint32Array(all.length * numbersOfCell);
  let end = 0;
  for (const [at, cell] of all.entries()) {
    pays.set(cell.pays.all, end);
    end += cell.pays.length;
    keys.set([cell.cbo, ...cell.place, end], at * numbersOfCell);
  }
  return { keys, pays };
}
