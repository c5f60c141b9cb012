import type { Integrity } from '../../../shared/contracts/integrity.ts';
import { optionsWithAll, Select } from '../../components/select.tsx';
import { badgeTitles, seriesTitles } from './integrity-texts.ts';

export type IntegrityChoice = { badge: string; series: string; year: string; month: string };

type Rows = Integrity['rows'];

/** The row filters; each filter is a part of the link. */
export function IntegrityFilters({
  rows,
  choice,
  change,
}: {
  rows: Rows;
  choice: IntegrityChoice;
  change: (changes: Record<string, string>) => void;
}) {
  const years = [...new Set(rows.map(({ month }) => month.slice(0, 4)))];
  const selects = [
    ['Conferência', 'conferencia', choice.badge, 'Todas', Object.entries(badgeTitles)],
    ['Série', 'serie', choice.series, 'As duas', Object.entries(seriesTitles)],
    ['Ano', 'ano', choice.year, 'Todos', years.map((year) => [year, year] as const)],
  ] as const;
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {selects.map(([label, name, value, all, options]) => (
        <Select
          key={name}
          label={label}
          value={value || 'all'}
          options={optionsWithAll(all, options)}
          onValue={(chosen) => change({ [name]: chosen === 'all' ? '' : chosen })}
        />
      ))}
    </div>
  );
}

/** The rows that match the filters. */
export function chosenRows(rows: Rows, { badge, series, year, month }: IntegrityChoice): Rows {
  return rows.filter(
    (row) =>
      (badge === '' || row.badge === badge) &&
      (series === '' || row.series === series) &&
      (year === '' || row.month.startsWith(year)) &&
      (month === '' || row.month === month),
  );
}
