import { contractKinds, hoursBands, schoolingLevels } from '../../../shared/codes.ts';
import { optionsWithAll, Select } from '../../components/select.tsx';
import { contradictionOf } from './contradiction.ts';
import type { SearchForm } from './search-form.ts';

type FieldsProps = { form: SearchForm; onChange: (change: Partial<SearchForm>) => void };

const labels = <Code extends string>(table: Record<Code, { label: string }>) =>
  Object.entries<{ label: string }>(table).map(([code, { label }]) => [code, label] as const);

const kindOptions = optionsWithAll('Todos', Object.entries(contractKinds));
const hoursOptions = optionsWithAll('Todas', labels(hoursBands));
const levelOptions = optionsWithAll('Todos', labels(schoolingLevels));

export function ContractFields({ form, onChange }: FieldsProps) {
  return (
    <>
      <Select
        label="Tipo de contrato"
        value={form.contrato}
        options={kindOptions}
        hint={contradictionOf(form)?.sentence}
        onValue={(contrato) => onChange({ contrato })}
      />
      <Select
        label="Horas semanais"
        value={form.horas}
        options={hoursOptions}
        onValue={(horas) => onChange({ horas })}
      />
    </>
  );
}

export function SchoolingLevelField({ form, onChange }: FieldsProps) {
  return (
    <Select
      label="Nível de escolaridade"
      value={form.nivelEscolaridade}
      options={levelOptions}
      hint="Completo ou não: reúne os graus da lista Escolaridade."
      onValue={(nivelEscolaridade) => onChange({ nivelEscolaridade })}
    />
  );
}
