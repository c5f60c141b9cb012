import { ageBands, genders, schoolingGroups } from '../../../shared/codes.ts';
import { ageBandName } from '../../../shared/group-names.ts';
import { keysOf } from '../../../shared/keys.ts';
import { TextField } from '../../components/field.tsx';
import { optionsWithAll, Select } from '../../components/select.tsx';
import type { FormErrors, SearchForm } from './search-form.ts';

type FieldsProps = {
  form: SearchForm;
  errors: FormErrors;
  onChange: (change: Partial<SearchForm>) => void;
};

export function SalaryFields({ form, errors, onChange }: FieldsProps) {
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

const genderOptions = optionsWithAll(
  'Todos',
  Object.entries(genders).map(([code, { label }]) => [code, label] as const),
);
const ageOptions = optionsWithAll(
  'Todas',
  keysOf(ageBands).map((band) => [band, ageBandName(band)] as const),
);
const schoolingOptions = optionsWithAll('Todas', Object.entries(schoolingGroups));

export function PeopleFields({ form, onChange }: Omit<FieldsProps, 'errors'>) {
  return (
    <>
      <Select
        label="Gênero"
        value={form.genero}
        options={genderOptions}
        onValue={(genero) => onChange({ genero })}
      />
      <Select
        label="Faixa etária"
        value={form.faixaEtaria}
        options={ageOptions}
        onValue={(faixaEtaria) => onChange({ faixaEtaria })}
      />
      <Select
        label="Escolaridade"
        value={form.escolaridade}
        options={schoolingOptions}
        onValue={(escolaridade) => onChange({ escolaridade })}
      />
    </>
  );
}
