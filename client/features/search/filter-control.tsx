import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  fieldsOf,
  filters as catalogue,
  type FilterName,
} from '../../../shared/filters/catalogue.ts';
import type { ChoiceControl, FormControl } from '../../../shared/filters/filter.ts';
import { optionsWithAll, Select, type SelectOption } from '../../components/select.tsx';
import { contradictionOf, notChosen, type SearchForm, type FormErrors } from './search-form.ts';
import { SubclassesField } from './subclasses-field.tsx';
import type { SearchFormState } from './use-search-form.ts';
import { TextField } from '../../components/field.tsx';
import { formatMonth } from '../../../shared/words/format.ts';
import { MultiSelect } from '../../components/multi-select.tsx';
import {
  ibgeRegionsOptions,
  municipalitiesOptions,
  regionsOptions,
  statesOptions,
} from '../../lib/reference-options.ts';

/** Draws the control that the catalogue names for a filter; nothing for the filters of the main field. */
export function FilterControl({ name, state }: { name: FilterName; state: SearchFormState }) {
  const control = catalogue[name].form?.control;
  const [field] = fieldsOf(name);
  if (control === undefined || field === undefined) return null;
  return drawn(control, field, state);
}

type Control<Kind> = Extract<FormControl, { readonly kind: Kind }>;

const drawings: {
  readonly [Kind in FormControl['kind']]: (
    control: Control<Kind>,
    field: string,
    state: SearchFormState,
  ) => ReactNode;
} = {
  choice: (control, field, { form, change }) => (
    <Choice control={control} field={field} form={form} onChange={change} />
  ),
  contract: (control, field, { form, change }) => (
    <Choice
      control={{ ...control, kind: 'choice' }}
      field={field}
      form={form}
      onChange={change}
      hint={contradictionOf(form)?.sentence}
    />
  ),
  region: (_control, _field, { form, change }) => <RegionField form={form} onChange={change} />,
  state: (_control, _field, { form, change }) => <StateField form={form} onChange={change} />,
  municipalities: (_control, _field, { form, change }) => (
    <>
      <IbgeRegionField form={form} onChange={change} />
      <MunicipalitiesField form={form} onChange={change} />
    </>
  ),
  amounts: (_control, _field, { form, errors, change }) => (
    <AmountFields form={form} errors={errors} onChange={change} />
  ),
  months: (_control, _field, { form, errors, months, change }) => (
    <PeriodFields form={form} errors={errors} months={months} onChange={change} />
  ),
  subclasses: (_control, _field, { form, change }) => (
    <SubclassesField form={form} onChange={change} />
  ),
};

function drawn<Kind extends FormControl['kind']>(
  control: Control<Kind> & { readonly kind: Kind },
  field: string,
  state: SearchFormState,
): ReactNode {
  return drawings[control.kind](control, field, state);
}

/** A list with one chosen value. */
function Choice({
  control: { label, none, options, hint: sentence, empties = [] },
  field,
  form,
  onChange,
  hint,
}: {
  control: ChoiceControl;
  field: string;
  form: SearchForm;
  onChange: (change: Partial<SearchForm>) => void;
  /** Shown instead of the catalogue's hint. */
  hint?: string | undefined;
}) {
  const held = new Map<string, unknown>(Object.entries(form)).get(field);
  const value = typeof held === 'string' ? held : notChosen;
  return (
    <Select
      label={label}
      value={value}
      options={
        none === null
          ? options.map(([code, text]) => ({ value: code, label: text }))
          : optionsWithAll(none, options)
      }
      hint={hint ?? (typeof sentence === 'string' ? sentence : sentence?.[value])}
      onValue={(chosen) =>
        onChange(Object.assign({ [field]: chosen }, ...empties.map((list) => ({ [list]: [] }))))
      }
    />
  );
}

/** The salary range. */
function AmountFields({
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

/** The first and the last month of the period. */
function PeriodFields({
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

type FieldProps = { form: SearchForm; onChange: (change: Partial<SearchForm>) => void };

// Each of the four narrows the next, and a change resets what it narrowed.

function RegionField({ form, onChange }: FieldProps) {
  const regions = useQuery(regionsOptions).data ?? [];
  return (
    <Select
      label="Região"
      value={form.regiao}
      options={optionsWithAll(
        'Todas as regiões',
        regions.map(({ codigo, nome }) => [codigo, nome] as const),
      )}
      onValue={(regiao) =>
        onChange({ regiao, uf: notChosen, regiaoIbge: notChosen, municipios: [] })
      }
    />
  );
}

function StateField({ form, onChange }: FieldProps) {
  const states = (useQuery(statesOptions).data ?? [])
    .filter((state) => form.regiao === notChosen || state.regiao === form.regiao)
    .toSorted((left, right) => left.nome.localeCompare(right.nome, 'pt-BR'));
  return (
    <Select
      label="Estado"
      value={form.uf}
      options={optionsWithAll(
        'Todos os estados',
        states.map(({ sigla, nome }) => [sigla, nome] as const),
      )}
      onValue={(uf) => onChange({ uf, regiaoIbge: notChosen, municipios: [] })}
    />
  );
}

/** Offered once a state is chosen: a form without one stays short. */
function IbgeRegionField({ form, onChange }: FieldProps) {
  const state = useQuery(statesOptions).data?.find(({ sigla }) => sigla === form.uf);
  const regions = useQuery(ibgeRegionsOptions(state?.codigo)).data ?? [];
  if (form.uf === notChosen) return null;
  return (
    <Select
      label="Região do IBGE"
      value={form.regiaoIbge}
      options={optionsWithAll(
        'Todas as regiões do estado',
        regions.map(({ codigo, nome }) => [codigo, nome] as const),
      )}
      onValue={(regiaoIbge) => onChange({ regiaoIbge, municipios: [] })}
    />
  );
}

function MunicipalitiesField({ form, onChange }: FieldProps) {
  const municipalities = useQuery(municipalitiesOptions(form.uf));
  return (
    <MultiSelect
      label="Municípios"
      prompt="Todos os municípios"
      options={(municipalities.data ?? []).map(({ codigo, nome }) => ({
        value: codigo,
        label: nome,
      }))}
      chosen={form.municipios}
      onChosen={(municipios) => onChange({ municipios })}
      disabledReason={disabledReason(form.uf, municipalities)}
    />
  );
}

function disabledReason(
  uf: string,
  municipalities: { data: unknown; isError: boolean },
): string | undefined {
  if (uf === notChosen) return 'Escolha o estado primeiro';
  if (municipalities.isError) return 'Não foi possível carregar';
  return municipalities.data === undefined ? 'Carregando...' : undefined;
}
