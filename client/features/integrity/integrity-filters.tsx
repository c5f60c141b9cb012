import { integrityBadges, type Integrity } from '../../../shared/contracts/integrity.ts';
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
  const choose = (name: string) => (value: string) =>
    change({ [name]: value === 'all' ? '' : value });
  const years = [...new Set(rows.map(({ month }) => month.slice(0, 4)))];
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Select
        label="Conferência"
        value={choice.badge || 'all'}
        options={optionsWithAll(
          'Todas',
          integrityBadges.map((badge) => [badge, badgeTitles[badge]] as const),
        )}
        onValue={choose('conferencia')}
      />
      <Select
        label="Série"
        value={choice.series || 'all'}
        options={optionsWithAll('As duas', Object.entries(seriesTitles))}
        onValue={choose('serie')}
      />
      <Select
        label="Ano"
        value={choice.year || 'all'}
        options={optionsWithAll('Todos', pairs(years))}
        onValue={choose('ano')}
      />
    </div>
  );
}

const pairs = (values: readonly string[]) => values.map((value) => [value, value] as const);

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
