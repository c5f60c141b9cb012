import { formatCounted } from '../../../shared/words/format.ts';
import { ageBandName } from '../../../shared/codes/codes.ts';
import type { AgePanel } from '../../../shared/contracts/panels.ts';
import { fewestForStatistics } from '../../../shared/statistics/design-effect.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { Chart, ChartSource } from '../../components/charts/chart.ts';
import { ChartSection } from '../../components/charts/chart-view.tsx';
import { EmptyReason, emptyTexts } from './empty-reason.tsx';
import { OwnFilterNote } from './own-filters.tsx';
import { groupsChart } from './groups-chart.ts';

const mostBands = 3;

/** Pay by age, all five bands; nothing if none of them has a record. */
export function AgeBands({
  age,
  filters,
  source,
}: {
  age: AgePanel;
  filters: SearchFilters;
  source: ChartSource;
}) {
  if (age.bands.every(({ count }) => count === 0)) return null;
  return (
    <ChartSection
      heading="Faixa etária"
      chart={ageChart(age, filters.faixaEtaria)}
      source={source}
      lead={<OwnFilterNote filters={filters} own="age" />}
    />
  );
}

export const ageChart = (
  { bands, isComparable, designEffect }: Omit<AgePanel, 'outside'>,
  asked: string | undefined,
): Chart =>
  groupsChart({
    isComparable,
    designEffect,
    title: 'Salários por faixa etária',
    by: 'faixa etária',
    caption: 'Salários por faixa etária',
    header: 'Faixa etária',
    groups: bands.map((figures) => ({
      key: figures.faixa,
      label: ageBandName(figures.faixa),
      isAsked: figures.faixa === asked,
      figures,
    })),
  });

/** The three bands with the most records, as whole percentages of the records with a known band. */
export function CommonAges({ age: { bands, outside } }: { age: AgePanel }) {
  const total = bands.reduce((sum, { count }) => sum + count, 0);
  const top = topBands(bands);
  return (
    <section className="break-inside-avoid">
      <h3 className="mb-3 flex min-h-9 items-center font-semibold">Faixas etárias mais comuns</h3>
      {total === 0 ? (
        <EmptyReason>{emptyTexts.age}</EmptyReason>
      ) : (
        <>
          <ol className="flex flex-col gap-3 tabular-nums">
            {top.map(({ faixa, count, percent }) => (
              <li key={faixa}>
                <div className="flex items-baseline justify-between gap-4 text-dense">
                  <span>{ageBandName(faixa)}</span>
                  <span>
                    {total >= fewestForStatistics && (
                      <span className="mr-2 font-semibold">{`${percent}\u00a0%`}</span>
                    )}
                    <span className="text-fine text-muted">
                      {formatCounted(count, 'registro', 'registros')}
                    </span>
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
          <p className="mt-3 text-dense text-muted">
            De {formatCounted(total, 'registro', 'registros')} com faixa conhecida
            {outside > 0 &&
              `; fora dela, ${formatCounted(outside, 'registro', 'registros')} (menores de 18 anos ou sem idade)`}
            .
          </p>
        </>
      )}
    </section>
  );
}

/** At most three bands, those with the most records first, each with its whole percentage of all bands. */
export function topBands(
  bands: AgePanel['bands'],
): { faixa: AgePanel['bands'][number]['faixa']; count: number; percent: number }[] {
  const total = bands.reduce((sum, { count }) => sum + count, 0);
  return bands
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count)
    .slice(0, mostBands)
    .map(({ faixa, count }) => ({ faixa, count, percent: Math.round((100 * count) / total) }));
}
