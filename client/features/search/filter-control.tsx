import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  fieldsOf,
  filters as catalogue,
  type FilterName,
} from '../../../shared/filters/catalogue.ts';
import { regions } from '../../../shared/codes/codes.ts';
import { states, statesByName } from '../../../shared/codes/states.ts';
import type { Options } from '../../../shared/codes/keys.ts';
import type { FormControl } from '../../../shared/filters/filter.ts';
import { Select } from '../../components/select.tsx';
import { contradictionOf } from './search-form.ts';
import type { SearchFormState } from './use-search-form.ts';
import { TextField } from '../../components/field.tsx';
import { formatMonth } from '../../../shared/words/format.ts';
import { MultiSelect } from '../../components/multi-select.tsx';
import { getOptions } from '../../lib/get-options.ts';
import {
  ibgeRegionsOptions,
  municipalitiesOptions,
  failsQuietly,
} from '../../lib/reference-options.ts';
import { ChosenSubclasses } from '../../components/cnae-field.tsx';
import { TextButton } from '../../components/button.tsx';
import { MyCompany } from '../../../shared/contracts/companies.ts';

/** Draws the control that the catalogue names for a filter; nothing for the filters of the main field. */
export function FilterControl({ name, state }: { name: FilterName; state: SearchFormState }) {
  const control = catalogue[name].form?.control;
  const [field] = fieldsOf(name);
  switch (control?.kind) {
    case 'choice':
    case 'contract':
      return field && <Choice control={control} field={field} state={state} />;
    case 'region':
      return <RegionField state={state} />;
    case 'state':
      return <StateField state={state} />;
    case 'municipalities':
      return (
        <>
          <IbgeRegionField state={state} />
          <MunicipalitiesField state={state} />
        </>
      );
    case 'amounts':
      return <AmountFields state={state} />;
    case 'months':
      return <PeriodFields state={state} />;
    case 'subclasses':
      return <SubclassesField state={state} />;
    case undefined:
      return null;
  }
}

type OfState = { state: SearchFormState };

/** A list with one chosen value; its hint says first what the salary rule excludes of the chosen contract. */
function Choice({
  control,
  field,
  state: { form, change },
}: OfState & { control: Extract<FormControl, { label: string }>; field: string }) {
  const { label, none, options, hint, empties = [] } = control;
  const held = new Map<string, unknown>(Object.entries(form)).get(field);
  const value = typeof held === 'string' ? held : '';
  const excluded = control.kind === 'contract' ? contradictionOf(form)?.sentence : undefined;
  return (
    <Select
      label={label}
      value={value}
      options={none === null ? options : [['', none], ...options]}
      hint={excluded ?? (typeof hint === 'string' ? hint : hint?.[value])}
      onValue={(chosen) =>
        change(Object.assign({ [field]: chosen }, ...empties.map((list) => ({ [list]: [] }))))
      }
    />
  );
}

function AmountFields({ state: { form, errors, change } }: OfState) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextField
        label="Salário a partir de"
        inputMode="decimal"
        placeholder="R$ 0,00"
        value={form.salarioMin}
        error={errors.salarioMin}
        onText={(salarioMin) => change({ salarioMin })}
      />
      <TextField
        label="Salário até"
        inputMode="decimal"
        placeholder="Sem limite"
        value={form.salarioMax}
        error={errors.salarioMax}
        onText={(salarioMax) => change({ salarioMax })}
      />
    </div>
  );
}

function PeriodFields({ state: { form, errors, months, change } }: OfState) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Select
        label="Período: de"
        value={form.periodoInicio}
        options={monthOptions(months, form.periodoInicio)}
        onValue={(periodoInicio) => change({ periodoInicio })}
      />
      <Select
        label="Período: até"
        value={form.periodoFim}
        options={monthOptions(months, form.periodoFim)}
        error={errors.periodoFim}
        onValue={(periodoFim) => change({ periodoFim })}
      />
    </div>
  );
}

/** The months that have movements, newest first, and the month of a link even if it has none. */
function monthOptions(months: readonly string[], current: string): Options {
  const known = new Set(months);
  if (current !== '') known.add(current);
  const options = [...known]
    .toSorted()
    .toReversed()
    .map((month) => [month, formatMonth(month)] as const);
  return current === '' ? [['', 'Sem dados'], ...options] : options;
}

// Each of the four narrows the next, and a change resets what it narrowed.

function RegionField({ state: { form, change } }: OfState) {
  return (
    <Select
      label="Região"
      value={form.regiao}
      options={[['', 'Todas as regiões'], ...Object.entries(regions)]}
      onValue={(regiao) => change({ regiao, uf: '', regiaoIbge: '', municipios: [] })}
    />
  );
}

function StateField({ state: { form, change } }: OfState) {
  const offered = statesByName.filter(
    (state) => form.regiao === '' || state.regiao === form.regiao,
  );
  return (
    <Select
      label="Estado"
      value={form.uf}
      options={[
        ['', 'Todos os estados'],
        ...offered.map(({ sigla, nome }) => [sigla, nome] as const),
      ]}
      onValue={(uf) => change({ uf, regiaoIbge: '', municipios: [] })}
    />
  );
}

/** Offered once a state is chosen: a form without one stays short. A link can have a state that does not exist. */
function IbgeRegionField({ state: { form, change } }: OfState) {
  const state = states.find(({ sigla }) => sigla === form.uf);
  const ibgeRegions = useQuery(ibgeRegionsOptions(state?.codigo));
  if (state === undefined) return null;
  return (
    <Select
      label="Região do IBGE"
      value={form.regiaoIbge}
      options={
        ibgeRegions.data === undefined
          ? [[form.regiaoIbge, missingReason(ibgeRegions)]]
          : [
              ['', 'Todas as regiões do estado'],
              ...ibgeRegions.data.map(({ codigo, nome }) => [codigo, nome] as const),
            ]
      }
      onValue={(regiaoIbge) => change({ regiaoIbge, municipios: [] })}
    />
  );
}

function MunicipalitiesField({ state: { form, change } }: OfState) {
  const municipalities = useQuery(municipalitiesOptions(form.uf));
  return (
    <MultiSelect
      label="Municípios"
      prompt="Todos os municípios"
      options={(municipalities.data ?? []).map(({ codigo, nome }) => [codigo, nome])}
      chosen={form.municipios}
      onChosen={(municipios) => change({ municipios })}
      disabledReason={disabledReason(form.uf, municipalities)}
    />
  );
}

function disabledReason(uf: string, municipalities: UseQueryResult): string | undefined {
  if (uf === '') return 'Escolha o estado primeiro';
  return municipalities.data === undefined ? missingReason(municipalities) : undefined;
}

const missingReason = ({ isError }: UseQueryResult): string =>
  isError ? 'Não foi possível carregar' : 'Carregando...';

/** The establishment's activity, or the sector of the user's company. */
function SubclassesField({ state }: OfState) {
  const { secao, cnaes } = state.form;
  return (
    <ChosenSubclasses
      chosen={cnaes}
      section={secao || undefined}
      onChosen={(codes) => state.change({ cnaes: codes })}
    >
      <MySector state={state} />
    </ChosenSubclasses>
  );
}

/** Offered to users of a company, unless the query already covers its sector. */
function MySector({ state: { form, change } }: OfState) {
  const company = useQuery(myCompanyOptions).data?.company;
  if (!company || company.cnaes.length === 0) return null;
  const codes = company.cnaes.map(({ codigo }) => codigo);
  const isRequested =
    codes.length === form.cnaes.length && codes.every((code) => form.cnaes.includes(code));
  if (isRequested) return null;
  return (
    <p className="text-dense text-muted">
      <TextButton onClick={() => change({ secao: '', cnaes: codes })}>
        Setor da minha empresa
      </TextButton>{' '}
      <span className="wrap-anywhere">({company.name})</span>
    </p>
  );
}

/** The signed-in user's company and its sector. */
const myCompanyOptions = getOptions(['my-company'], '/api/my-company', MyCompany, {
  meta: failsQuietly,
});
