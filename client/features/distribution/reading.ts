import type { SalaryRank } from '../../../shared/contracts/search.ts';
import {
  percentile,
  rankOf,
  wholePercentile,
  type RankedDistribution,
} from '../../../shared/statistics/percentile.ts';
import { farPercentileNote } from '../../../shared/statistics/far-percentile.ts';
import { formatCentavos, formatDecimal, formatShare } from '../../../shared/words/format.ts';

/** The handle's position: a requested percentile or a salary. */
export type Position =
  | { kind: 'percentile'; tenThousandths: number }
  | { kind: 'salary'; centavos: number };

/** A position with its salary in centavos and the salary's rank. */
export type Located = { position: Position; centavos: number; rank: SalaryRank };

export function located(distribution: RankedDistribution, position: Position): Located {
  const centavos =
    position.kind === 'salary'
      ? position.centavos
      : (percentile(distribution, position.tenThousandths) ?? 0);
  return { position, centavos, rank: rankOf(distribution, centavos) };
}

/** The texts and figures at the handle. */
export type Reading = {
  centavos: number;
  tenThousandths: number;
  /** "R$ 2.350,00 é o percentil 68". */
  sentence: string;
  /** "68,3 % dos registros ganham até esse valor e 31,7 % ganham mais." */
  detail: string;
  /** A caution about the percentile's reliability, where one is needed. */
  note: string | null;
};

/**
 * Reads a position among `count` records. The rank of a salary is the share of records at or below it. Where many
 * records have exactly that salary, it covers a range of percentiles and the sentence states the range.
 */
export function readPosition({ position, centavos, rank }: Located, count: number): Reading {
  const isPercentile = position.kind === 'percentile';
  const tenThousandths = isPercentile
    ? position.tenThousandths
    : (rank.upTo / count) * wholePercentile;
  return {
    centavos,
    tenThousandths,
    sentence: isPercentile
      ? `Percentil ${formatDecimal(tenThousandths / 100)}: ${formatCentavos(centavos)}`
      : `${formatCentavos(centavos)} ${rankText(rank, count)}`,
    detail: detailAt(rank, count),
    note: farPercentileNote(count, tenThousandths),
  };
}

function rankText({ below, upTo }: SalaryRank, count: number): string {
  if (upTo === 0) return 'está abaixo de todos os registros';
  if (below === count) return 'está acima de todos os registros';
  const last = wholeRank(upTo, count);
  const first = wholeRank(below, count);
  if (upTo - below > 1 && last - first >= 2) {
    const from = below === 0 ? 0 : Math.max(1, first);
    const to = upTo === count ? 100 : Math.min(99, last);
    return `vai do percentil ${from} ao ${to}`;
  }
  if (last === 0) return 'está abaixo do percentil 1';
  if (last === 100 && upTo < count) return 'está acima do percentil 99';
  return `é o percentil ${last}`;
}

function wholeRank(records: number, count: number): number {
  return Math.round((100 * records) / count);
}

function detailAt({ below, upTo }: SalaryRank, count: number): string {
  const exactly = upTo - below;
  const isTied = exactly > 1 && exactly / count >= 0.02;
  const tied = isTied ? ` ${formatShare(exactly / count)} têm exatamente este salário.` : '';
  if (upTo === count) return `Nenhum registro tem salário maior.${tied}`;
  if (upTo === 0) return 'Todos os registros têm salário maior.';
  return `${formatShare(upTo / count)} dos registros têm salário até esse valor, e ${formatShare(1 - upTo / count)} ganham mais.${tied}`;
}
