import type { Showcase } from '../../shared/contracts/showcase.ts';
import { SearchFilters, type Distribution } from '../../shared/contracts/search.ts';
import { completenessOf, isIncomplete } from '../../shared/statistics/completeness.ts';
import { referencesRevision } from '../reference/imported-references.ts';
import { occupationTitle } from '../reference/occupations.ts';
import { currentRelease } from '../platform/store/current-release.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { statisticsOf } from '../answers/present/statistics.ts';
import { distributionOf } from '../answers/query/engine/count-records.ts';
import { designEffectOf } from '../answers/query/design-effects.ts';
import { resolveQuery } from '../answers/query/salary-query.ts';
import { readableRelease, type Release } from '../answers/query/release.ts';
import type { FiguresDeps } from './figures.ts';
import { defined } from '../../shared/codes/defined.ts';

/** Occupations with thousands of records in nearly every month; the first with enough records is shown. */
const popular = ['411005', '521110', '782510', '514320', '322205'] as const;
const enoughRecords = 100;
const bins = 24;

/**
 * The home page's example: one small genuine result, computed once per release (and again when an imported table may
 * rename it), regardless of the number of visitors. It runs the search's query and shows the same figures.
 */
export function showcaseReader({
  store,
  warehouse,
}: Pick<FiguresDeps, 'store' | 'warehouse'>): () => Promise<Showcase> {
  let cached: { readonly of: string; readonly answer: Promise<Showcase> } | undefined;
  return async () => {
    const release = readableRelease(await currentRelease(store));
    const of = `${release.number} ${referencesRevision()}`;
    if (cached?.of !== of) {
      const answer = showcaseOf(warehouse, release);
      cached = { of, answer };
      answer.catch(() => {
        if (cached?.answer === answer) cached = undefined;
      });
    }
    return cached.answer;
  };
}

/** Null if nothing is published, there are too few records, or months of the usual period lack their main file. */
async function showcaseOf(warehouse: Warehouse, release: Release): Promise<Showcase> {
  if (release.number === null) return null;
  const { isSynthetic } = release;
  for (const cbo of popular) {
    const query = resolveQuery(SearchFilters.parse({ cbo }), release);
    const { period } = query;
    const completeness = completenessOf(period, release.files);
    if (period === null || isIncomplete(completeness)) return null;
    const distribution = await distributionOf(warehouse, query, { timeoutMs: 10_000 });
    const figures = shownFigures(distribution, designEffectOf(query));
    if (figures !== undefined) {
      const occupation = { cbo, titulo: occupationTitle(cbo) ?? cbo };
      return { occupation, period, completeness, isSynthetic, ...figures };
    }
  }
  return null;
}

function shownFigures(distribution: Distribution, designEffect: number) {
  const { count, average, median, p10, p25, p75, p90 } = statisticsOf(distribution, designEffect);
  if (count < enoughRecords || average === null || median === null) return undefined;
  if (p10 === null || p25 === null || p75 === null || p90 === null) return undefined;
  return {
    statistics: { count, average, median, p10, p25, p75, p90 },
    histogram: histogramOf(distribution, p10, p90),
  };
}

/** Equal bins from a little below P10 to a little above P90; the outermost bins include the values beyond. */
function histogramOf({ centavos, counts }: Distribution, p10: number, p90: number) {
  const margin = (p90 - p10) / 8 || 100;
  const start = Math.max(0, p10 - margin);
  const step = (p90 + margin - start) / bins;
  const inBins = Array.from({ length: bins }, () => 0);
  for (const [index, pay] of centavos.entries()) {
    const bin = Math.floor((pay / 100 - start) / step);
    const place = Math.min(bins - 1, Math.max(0, bin));
    inBins[place] = defined(inBins[place]) + defined(counts[index]);
  }
  return inBins.map((count, index) => ({
    from: rounded(start + index * step),
    to: rounded(start + (index + 1) * step),
    count,
  }));
}

const rounded = (reais: number) => Math.round(reais * 100) / 100;
