import { movements, salaryRules, series } from '../../../shared/codes.ts';
import { formatMonth } from '../../../shared/format.ts';
import { Select, type SelectOption } from '../../components/select.tsx';
import type { FormErrors, SearchForm } from './search-form.ts';

const movementOptions = optionsOf(Object.entries(movements));
const ruleOptions = optionsOf(
  Object.entries(salaryRules).map(([code, { label }]) => [code, label] as const),
);
const seriesOptions = optionsOf(Object.entries(series));

function optionsOf(entries: readonly (readonly [string, string])[]): SelectOption[] {
  return entries.map(([value, label]) => ({ value, label }));
}

const ruleHints: Record<string, string> = Object.fromEntries(
  Object.entries(salaryRules).map(([code, { description }]) => [code, description]),
);
const seriesHints: Record<string, string> = {
  ajustada: 'Com as declarações fora do prazo e sem as excluídas.',
  declarada: 'Só o que foi declarado no prazo.',
};

/** Which movements, of when, and by which rule their salaries count. */
export function MethodFields({
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
    <>
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
      <Select
        label="Movimentação"
        value={form.movimentacao}
        options={movementOptions}
        onValue={(movimentacao) => onChange({ movimentacao })}
      />
      <Select
        label="Método"
        value={form.metodo}
        options={ruleOptions}
        hint={ruleHints[form.metodo]}
        onValue={(metodo) => onChange({ metodo })}
      />
      <Select
        label="Série"
        value={form.serie}
        options={seriesOptions}
        hint={seriesHints[form.serie]}
        onValue={(serie) => onChange({ serie })}
      />
    </>
  );
}

/** The months that have movements, newest first, and the one a link asks for even if it has none. */
function monthOptions(months: readonly string[], current: string): SelectOption[] {
  const known = new Set(months);
  if (current !== '') known.add(current);
  const options = [...known]
    .toSorted()
    .toReversed()
    .map((month) => ({ value: month, label: formatMonth(month) }));
  return current === '' ? [{ value: '', label: 'Sem dados' }, ...options] : options;
}
