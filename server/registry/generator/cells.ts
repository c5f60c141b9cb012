import { allOccupations } from '../../reference/occupations.ts';
import type { Calibration } from './calibration.ts';

/** An occupation under one kind of contract, with its distribution of pay. */
export interface Cell {
  readonly cbo: number;
  /** 0 ordinary, 1 apprentice, 2 on call. */
  readonly contract: number;
  readonly weight: number;
  /** From 0 to 1. */
  readonly women: number;
  /** The logarithm of its median pay in minimum wages, and the distance to its 90th percentile. */
  readonly level: number;
  readonly spread: number;
}

interface Counted {
  readonly cbo: number;
  readonly contract: number;
  readonly lines: number;
  readonly women: number;
  readonly level: number | undefined;
  readonly high: number | undefined;
}

export const codeText = (cbo: number) => String(cbo).padStart(6, '0');

/**
 * The occupations of the calibration, and the CBO occupations that do not occur in its files: together these are as
 * common as the ones that occur once (Good and Turing's estimate of unseen cases).
 */
export function readCells({ cells }: Calibration): Cell[] {
  const counted = cells.map(readCounted);
  const ordinary = counted.filter(({ contract }) => contract === 0);
  const means = groupMeans(ordinary);
  const seen = new Set(ordinary.map(({ cbo }) => cbo));
  const unseen = allOccupations()
    .map(({ code }) => Number(code))
    .filter((cbo) => !seen.has(cbo));
  const once = ordinary.filter(({ lines }) => lines === 1).length;
  const own = new Map(ordinary.map((cell) => [cell.cbo, ordinaryCell(cell, means)]));
  return [
    ...counted.map((cell) => contractCell(cell, own, means)),
    ...unseen.map((cbo) => ({
      ...ordinaryCell(
        { cbo, contract: 0, lines: 0, women: 0, level: undefined, high: undefined },
        means,
      ),
      weight: once / unseen.length,
    })),
  ];
}

const known = (text = '-') => (text === '-' ? undefined : Number(text));

function readCounted(line: string): Counted {
  const [cbo, contract, lines, women, level, high] = line.split(' ');
  return {
    cbo: Number(cbo),
    contract: Number(contract),
    lines: Number(lines),
    women: Number(women) / 100,
    level: known(level),
    high: known(high),
  };
}

type Means = (cbo: number) => {
  readonly women: number;
  readonly level: number;
  readonly spread: number;
};

/** The estimate for an occupation without lines: the mean of its subgroup, weighted with those of the larger groups. */
function groupMeans(cells: readonly Counted[]): Means {
  const groups = new Map<
    string,
    { lines: number; women: number; paid: number; level: number; spreads: number; spread: number }
  >();
  for (const { cbo, lines, women, level, high } of cells) {
    for (const digits of [0, 1, 2, 3]) {
      const key = codeText(cbo).slice(0, digits);
      const sums = groups.get(key) ?? {
        lines: 0,
        women: 0,
        paid: 0,
        level: 0,
        spreads: 0,
        spread: 0,
      };
      groups.set(key, sums);
      sums.lines += lines;
      sums.women += lines * women;
      if (level !== undefined)
        [sums.paid, sums.level] = [sums.paid + lines, sums.level + lines * level];
      if (level !== undefined && high !== undefined) {
        [sums.spreads, sums.spread] = [sums.spreads + lines, sums.spread + lines * (high - level)];
      }
    }
  }
  return (cbo) => {
    let mean = { women: 0.4, level: 0.2, spread: 0.4 };
    for (const digits of [0, 1, 2, 3]) {
      const sums = groups.get(codeText(cbo).slice(0, digits));
      if (sums === undefined) break;
      mean = {
        women: (sums.women + 10 * mean.women) / (sums.lines + 10),
        level: (sums.level + 10 * mean.level) / (sums.paid + 10),
        spread: (sums.spread + 30 * mean.spread) / (sums.spreads + 30),
      };
    }
    return mean;
  };
}

function ordinaryCell({ cbo, lines, women, level, high }: Counted, means: Means): Cell {
  const mean = means(cbo);
  const paid = level === undefined ? 0 : lines;
  const spread = level === undefined || high === undefined ? undefined : high - level;
  return {
    cbo,
    contract: 0,
    weight: lines,
    women: (lines * women + 10 * mean.women) / (lines + 10),
    level: (paid * (level ?? 0) + 10 * mean.level) / (paid + 10),
    spread: Math.max(
      0.06,
      spread === undefined ? mean.spread : (lines * spread + 30 * mean.spread) / (lines + 30),
    ),
  };
}

/** Apprentices earn the minimum wage by the hour; workers on call earn as other workers of the occupation do. */
function contractCell(cell: Counted, own: ReadonlyMap<number, Cell>, means: Means): Cell {
  const ordinary =
    own.get(cell.cbo) ??
    ordinaryCell({ ...cell, lines: 0, level: undefined, high: undefined }, means);
  if (cell.contract === 0) return ordinary;
  const women = (cell.lines * cell.women + 10 * ordinary.women) / (cell.lines + 10);
  const pay =
    cell.contract === 1 ? { level: 0.02, spread: 0.12 } : { level: ordinary.level, spread: 0.25 };
  return { ...ordinary, ...pay, contract: cell.contract, weight: cell.lines, women };
}
