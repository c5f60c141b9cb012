import type { IntegrityBadge, IntegrityRow } from '../../../shared/contracts/integrity.ts';
import { figureSeries, integrityBadges } from '../../../shared/contracts/integrity.ts';
import { series as seriesTitles } from '../../../shared/codes/codes.ts';
import { monthsFrom } from '../../../shared/codes/months.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import { Fold } from '../../components/fold.tsx';
import { badgeTitles } from './integrity-texts.ts';

/** Marks that do not depend on colour. */
const marks = {
  confere: { sign: '✓', look: 'text-good' },
  diverge: { sign: '≠', look: 'text-danger font-semibold' },
  parcial: { sign: '◐', look: 'text-warm' },
  'não carregado': { sign: '–', look: 'text-muted' },
  'sem referência': { sign: '?', look: 'text-muted' },
} as const satisfies Record<IntegrityBadge, { sign: string; look: string }>;

interface StripProps {
  /** Newest edition of a month first. */
  readonly rows: readonly IntegrityRow[];
  /** The chosen month, AAAAMM. */
  readonly month: string;
  readonly onMonth: (month: string) => void;
}

/** All months with a status mark each; choosing one shows its figures. Years without a loaded month are folded. */
export function MonthStrip({ rows, month, onMonth }: StripProps) {
  const shown = shownRows(rows);
  const loadedYears = new Set(shown.filter(isLoaded).map(yearOf));
  const { loaded = [], others = [] } = Object.groupBy(shown, (row) =>
    loadedYears.has(yearOf(row)) ? 'loaded' : 'others',
  );
  const years = (ofRows: readonly IntegrityRow[]) => (
    <Years rows={ofRows} month={month} onMonth={onMonth} />
  );
  return (
    <div className="flex flex-col gap-5">
      {loaded.length === 0 ? <p>Nenhum mês carregado ainda.</p> : years(loaded)}
      {others.length > 0 && (
        <Fold
          title="Anos sem meses carregados"
          isOpenAtFirst={others.some((row) => row.month === month)}
        >
          <div className="flex flex-col gap-5">{years(others)}</div>
        </Fold>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-fine text-muted">
        {integrityBadges.map((badge) => (
          <span key={badge}>
            <span aria-hidden className={marks[badge].look}>
              {marks[badge].sign}
            </span>{' '}
            {badgeTitles[badge]}
          </span>
        ))}
      </p>
    </div>
  );
}

const isLoaded = ({ badge }: IntegrityRow) => badge !== 'não carregado';
const yearOf = ({ month }: IntegrityRow) => month.slice(0, 4);

/** The months of each series, a line for each year. */
function Years({ rows, month, onMonth }: StripProps) {
  return figureSeries
    .filter((series) => rows.some((row) => row.series === series))
    .map((series) => (
      <section key={series} aria-label={`Série ${series}`} className="@container">
        <h3 className="mb-2 text-dense font-medium">{seriesTitles[series]}</h3>
        {yearsOf(rows, series).map((year) => (
          <div key={year} className="mb-2 @md:grid @md:grid-cols-[3rem_1fr] @md:items-center">
            <span className="text-dense text-muted tabular-nums">{year}</span>
            <ul className="grid grid-cols-6 gap-1 @md:grid-cols-12">
              {monthsFrom(`${year}01`, `${year}12`).map((one) => (
                <MonthCell
                  key={one}
                  month={one}
                  row={rows.find((row) => row.month === one && row.series === series)}
                  isChosen={one === month}
                  onMonth={onMonth}
                />
              ))}
            </ul>
          </div>
        ))}
      </section>
    ));
}

/**
 * One row for each month and series: that of the newest edition with a count, because some editions have only wages. The
 * editions of a month are in `rows` from the newest.
 */
export const shownRows = (rows: readonly IntegrityRow[]): IntegrityRow[] =>
  [...Map.groupBy(rows, ({ month, series }) => `${month} ${series}`).values()].flatMap(
    (editions) => editions.find(({ badge }) => badge !== 'sem referência') ?? editions.slice(0, 1),
  );

/** The years that have months, newest first. */
const yearsOf = (rows: readonly IntegrityRow[], series: IntegrityRow['series']) =>
  [...new Set(rows.filter((row) => row.series === series).map(yearOf))].toSorted().toReversed();

function MonthCell({
  month,
  row,
  isChosen,
  onMonth,
}: {
  month: string;
  row: IntegrityRow | undefined;
  isChosen: boolean;
  onMonth: (month: string) => void;
}) {
  if (row === undefined) return <li aria-hidden />;
  const { sign, look } = marks[row.badge];
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`${formatMonth(month)}, ${row.series}: ${row.badge}`}
        onClick={() => onMonth(isChosen ? '' : month)}
        className="flex min-h-10 w-full flex-col items-center justify-center rounded-control border border-line text-fine hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft pointer-coarse:min-h-11"
      >
        <span className="text-muted">{formatMonth(month).slice(0, 3)}</span>
        <span className={look}>{sign}</span>
      </button>
    </li>
  );
}
