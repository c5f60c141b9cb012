import type { Showcase } from '../../shared/contracts/showcase.ts';
import { SearchFilters, type Distribution } from '../../shared/contracts/search.ts';
import { referencesRevision } from '../reference/imported-references.ts';
import { occupationTitle } from '../reference/occupations.ts';
import { currentRelease } from '../platform/store/current-release.ts';
import { declaredMonths } from '../registry/releases/summary.ts';
import type { Store } from '../platform/store/store.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { distributionOf, statisticsOf } from '../answers/distribution.ts';
import { askedMonths, askedQuestion, type Question } from '../answers/question.ts';
import { readableRelease, type Release } from '../answers/release.ts';

/** Occupations that nearly every month has in thousands; the first with enough records is shown. */
const popular = ['411005', '521110', '782510', '514320', '322205'] as const;
const enoughRecords = 100;
const bins = 24;

/**
 * The front door's miniature: one small real answer, computed once a release (and once
 * more when an imported table may name it otherwise), however many people look. It asks
 * the same as the search and tells the same figures.
 */
export function showcaseReader({
  store,
  warehouse,
}: {
  readonly store: Store;
  readonly warehouse: Warehouse;
}): () => Promise<Showcase> {
  let kept: { readonly of: string; readonly answer: Promise<Showcase> } | undefined;
  return async () => {
    const current = await currentRelease(store);
    const release = readableRelease(current);
    const of = `${release.number} ${referencesRevision()}`;
    if (kept?.of !== of) {
      const answer = showcaseOf(warehouse, release, new Set(declaredMonths(current)));
      kept = { of, answer };
      answer.catch(() => {
        if (kept?.answer === answer) kept = undefined;
      });
    }
    return kept.answer;
  };
}

async function showcaseOf(
  warehouse: Warehouse,
  release: Release,
  declared: ReadonlySet<string>,
): Promise<Showcase> {
  if (release.number === null) return null;
  for (const cbo of popular) {
    const question = lastDeclared(askedQuestion(SearchFilters.parse({ cbo }), release), declared);
    if (question === undefined) return null;
    const distribution = await distributionOf(warehouse, question, { timeoutMs: 10_000 });
    const figures = shownFigures(distribution);
    if (question.period !== null && figures !== undefined) {
      const occupation = { cbo, titulo: occupationTitle(cbo) ?? cbo };
      const { period } = question;
      return { occupation, period, isSynthetic: release.isSynthetic, ...figures };
    }
  }
  return null;
}

/**
 * The same of the last months in a row that have their MOV file: late declarations alone are no example of what a month
 * pays. Undefined without any.
 */
function lastDeclared(question: Question, declared: ReadonlySet<string>): Question | undefined {
  const months = askedMonths(question);
  const last = months.findLastIndex((month) => declared.has(month));
  const gap = months.findLastIndex((month, index) => index < last && !declared.has(month));
  const [from, to] = [months[gap + 1], months[last]];
  return last < 0 || from === undefined || to === undefined
    ? undefined
    : { ...question, period: { from, to } };
}

function shownFigures(distribution: Distribution) {
  const { count, average, median, p10, p25, p75, p90 } = statisticsOf(distribution);
  if (count < enoughRecords || average === null || median === null) return undefined;
  if (p10 === null || p25 === null || p75 === null || p90 === null) return undefined;
  return {
    statistics: { count, average, median, p10, p25, p75, p90 },
    histogram: histogramOf(distribution, p10, p90),
  };
}

/** Equal steps from a little below p10 to a little above p90; what lies beyond is in the outermost ones. */
function histogramOf({ centavos, counts }: Distribution, p10: number, p90: number) {
  const margin = (p90 - p10) / 8 || 100;
  const start = Math.max(0, p10 - margin);
  const step = (p90 + margin - start) / bins;
  const inBins = Array.from({ length: bins }, () => 0);
  for (const [index, pay] of centavos.entries()) {
    const bin = Math.floor((pay / 100 - start) / step);
    const place = Math.min(bins - 1, Math.max(0, bin));
    inBins[place] = (inBins[place] ?? 0) + (counts[index] ?? 0);
  }
  return inBins.map((count, index) => ({
    from: rounded(start + index * step),
    to: rounded(start + (index + 1) * step),
    count,
  }));
}

const rounded = (reais: number) => Math.round(reais * 100) / 100;
