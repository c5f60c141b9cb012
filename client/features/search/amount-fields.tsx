import { TextField } from '../../components/field.tsx';
import type { FormErrors, SearchForm } from './search-form.ts';

/** The salary range. */
export function AmountFields({
  form,
  errors,
  onChange,
}: {
  form: SearchForm;
  errors: FormErrors;
  onChange: (change: Partial<SearchForm>) => void;
}) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextField
        label="Salário a partir de"
        inputMode="decimal"
        placeholder="R$ 0,00"
        value={form.salarioMin}
        error={errors.salarioMin}
        onText={(salarioMin) => onChange({ salarioMin })}
      />
      <TextField
        label="Salário até"
        inputMode="decimal"
        placeholder="Sem limite"
        value={form.salarioMax}
        error={errors.salarioMax}
        onText={(salarioMax) => onChange({ salarioMax })}
      />
    </div>
  );
}
