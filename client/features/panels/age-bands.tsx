import { formatRecords } from '../../../shared/words/format.ts';
import { ageBandName } from '../../../shared/codes/codes.ts';
import type { AgePanel } from '../../../shared/contracts/panels.ts';
import { minForStatistics } from '../../../shared/statistics/design-effect.ts';

const maxBands = 3;

/** The three bands with the most records, as whole percentages of the records with a known band. */
export function CommonAges({ age }: { age: AgePanel }) {
  const total = countOf(age.bands);
  return (
    <section className="mt-6 break-inside-avoid">
      <h3 className="mb-3 flex min-h-9 items-center font-semibold">Faixas etárias mais comuns</h3>
      <ol className="flex flex-col gap-3 tabular-nums">
        {topBands(age.bands).map(({ faixa, count, percent }) => (
          <li key={faixa}>
            <div className="flex items-baseline justify-between gap-4 text-dense">
              <span>{ageBandName(faixa)}</span>
              <span>
                {total >= minForStatistics && <span className="mr-2 font-semibold">{percent}</span>}
                <span className="text-fine text-muted">{formatRecords(count)}</span>
              </span>
            </div>
            <svg aria-hidden width="100%" height={8} className="mt-1 block">
              <rect width="100%" height={8} rx={2} className="fill-sunken" />
              <rect
                width={`${Math.max((100 * count) / total, 0.5)}%`}
                height={8}
                rx={2}
                className="fill-bar-strong"
              />
            </svg>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-dense text-muted">{knownAgesText(age)}</p>
    </section>
  );
}

type Bands = AgePanel['bands'];

const countOf = (bands: Bands) => bands.reduce((sum, { count }) => sum + count, 0);

/** How many records have a known band, and how many do not. */
export function knownAgesText({ bands, outside }: AgePanel): string {
  const known = formatRecords(countOf(bands));
  const others =
    outside > 0 ? `; fora dela, ${formatRecords(outside)} (menores de 18 anos ou sem idade)` : '';
  return `De ${known} com faixa conhecida${others}.`;
}

/** At most three bands, those with the most records first, each with its whole percentage of all bands. */
export function topBands(
  bands: Bands,
): { faixa: Bands[number]['faixa']; count: number; percent: string }[] {
  const total = countOf(bands);
  return bands
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count)
    .slice(0, maxBands)
    .map(({ faixa, count }) => ({ faixa, count, percent: wholePercent(count / total) }));
}

/** 0.4 → "40 %". As by `formatShare`, records are never 0 %, and a part of them never 100 %. */
function wholePercent(share: number): string {
  const percent = Math.round(100 * share);
  if (percent === 0) return '<1\u00a0%';
  return percent === 100 && share < 1 ? '>99\u00a0%' : `${percent}\u00a0%`;
}
