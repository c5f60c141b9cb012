import { formatMonth } from '../../../shared/words/format.ts';
import { Select, type SelectOption } from '../../components/select.tsx';
import type { FormErrors, SearchForm } from './search-form.ts';

/** The first and the last month of the period. */
export function PeriodFields({
  form,
  errors,
  months,
  onChange,
}: {
  form: SearchForm;
  errors: FormErrors;
  months: readonly string[];
  onChange: (change: Partial<SearchForm>) => void;
}) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Select
        label="Período: de"
        value={form.periodoInicio}
        options={monthOptions(months, form.periodoInicio)}
        onValue={(periodoInicio) => onChange({ periodoInicio })}
      />
      <Select
        label="Período: até"
        value={form.periodoFim}
        options={monthOptions(months, form.periodoFim)}
        error={errors.periodoFim}
        onValue={(periodoFim) => onChange({ periodoFim })}
      />
    </div>
  );
}

/** The months that have movements, newest first, and the month of a link even if it has none. */
function monthOptions(months: readonly string[], current: string): SelectOption[] {
  const known = new Set(months);
  if (current !== '') known.add(current);
  const options = [...known]
    .toSorted()
    .toReversed()
    .map((month) => ({ value: month, label: formatMonth(month) }));
  return current === '' ? [{ value: '', label: 'Sem dados' }, ...options] : options;
}
