import {
  fieldNames,
  fieldsOf,
  filters as catalogue,
  listItems,
  type FieldName,
  type FilterName,
} from '../../../shared/filters/catalogue.ts';
import {
  requestedPeriod,
  type Period,
  type SelectableMonths,
} from '../../../shared/filters/data.ts';
import type { ChoiceControl } from '../../../shared/filters/filter.ts';
import { noPlace } from '../../../shared/filters/place.ts';
import { tidyOccupations } from '../../../shared/filters/occupations.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { monthsBetween } from '../../../shared/codes/months.ts';
import { invalidReais, maybeReais } from '../../../shared/words/format.ts';
import type { PlaceItem } from '../../../shared/contracts/reference.ts';
import { readSearchText } from './search-text.ts';
import { salaryRules } from '../../../shared/codes/codes.ts';

type FormValue<Value> = Value extends readonly unknown[] ? string[] : string;

/** The main field's text sets these filters. */
const mainFields = ['cbo', 'searchQuery'] as const satisfies FieldName[];
type FormField = Exclude<FieldName, (typeof mainFields)[number]>;

/** The filters as the controls hold them: texts and lists of texts, empty where none is set. */
export type SearchForm = {
  /** The main field's text after the user typed; null shows the text of the link's query. */
  text: string | null;
  /** Words of the text of a picked suggestion that the query leaves out. */
  unread: readonly string[];
} & { [Name in FormField]: FormValue<NonNullable<SearchFilters[Name]>> };

export type FormErrors = {
  /** The error of the main field, and of filters without a separate field for it. */
  text?: string;
  salarioMin?: string;
  salarioMax?: string;
  periodoFim?: string;
};

/** Until the release is loaded. */
export const noMonths: SelectableMonths = { months: [], firstMonth: null };

/** The months of a query without a period. */
export const defaultPeriod = (selectable: SelectableMonths): Period | undefined =>
  requestedPeriod({}, selectable) ?? undefined;

/** A link without a period, or with its end alone, with the months that the server selects for it. */
export function withPeriod(filters: SearchFilters, selectable: SelectableMonths): SearchFilters {
  const period = requestedPeriod(filters, selectable);
  if (period === null) return filters;
  return { ...filters, periodoInicio: period.from, periodoFim: period.to };
}

/** Whether a query covers the default period, and that is twelve months without a gap. */
export function isLastYear(
  { periodoInicio: from, periodoFim: to }: SearchFilters,
  selectable: SelectableMonths,
): boolean {
  const period = defaultPeriod(selectable);
  if (period === undefined || from !== period.from || to !== period.to) return false;
  return monthsBetween(from, to) === 11;
}

export function formOf(filters: SearchFilters, selectable: SelectableMonths): SearchForm {
  const shown = withPeriod(filters, selectable);
  const fields = fieldNames.filter((name) => !mainFields.some((own) => own === name));
  return Object.assign(
    { text: null, unread: [] },
    ...fields.map((name) => ({ [name]: shownValue(name, shown[name]) })),
  );
}

/** The change that removes every filter of the occupation. */
export const noOccupation = {
  searchQuery: undefined,
  cbo: undefined,
  cbos: undefined,
  familiaCbo: undefined,
  semCbos: undefined,
} satisfies Partial<SearchFilters>;

/** Filters with what they replace: a place the whole place, a section the activities of another one. */
export const replacing = (filters: Partial<SearchFilters>): Partial<SearchFilters> => ({
  ...(filters.regiao !== undefined && noPlace),
  ...(filters.secao !== undefined && { cnaes: undefined }),
  ...filters,
});

/** Filters, and what they replace, as the form holds them. */
export function formValues(filters: Partial<SearchFilters>): Partial<SearchForm> {
  const change = replacing(filters);
  const names = fieldNames.filter((name) => name in change);
  return Object.fromEntries(names.map((name) => [name, shownValue(name, change[name])]));
}

function shownValue(name: FieldName, value: SearchFilters[FieldName]): string | string[] {
  if (typeof value === 'number') return String(value).replace('.', ',');
  return value ?? (listItems.has(name) ? [] : '');
}

const amounts = new Set<string>(
  keysOf(catalogue)
    .filter((name) => catalogue[name].form?.control.kind === 'amounts')
    .flatMap(fieldsOf),
);

/** The form's query, or its validation errors. `text` is the main field's text as shown. */
export function queryOf(
  form: SearchForm,
  text: string,
): { filters: SearchFilters } | { errors: FormErrors } {
  const errors = errorsOf(form);
  if (Object.keys(errors).length > 0) return { errors };
  const given: Record<string, unknown> = { ...readSearchText(text) };
  const { text: _text, unread: _unread, ...controls } = form;
  for (const [name, value] of Object.entries(controls)) {
    if (value.length > 0) given[name] = amounts.has(name) ? maybeReais(String(value)) : value;
  }
  const read = SearchFilters.safeParse(given);
  return read.success
    ? { filters: tidyOccupations(read.data) }
    : { errors: refusalsOf(read.error.issues) };
}

/** The contract's validation errors, each at its field. */
function refusalsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FormErrors {
  const errors: FormErrors = {};
  for (const { path, message } of issues) {
    const [name] = path;
    errors[name === 'salarioMin' || name === 'salarioMax' ? name : 'text'] ??= message;
  }
  return errors;
}

/** Whether the form covers every occupation, with no filter but the period and the data. */
export function isAboutEverything(form: SearchForm, text: string): boolean {
  const narrowing = keysOf(catalogue).filter((name) => catalogue[name].part !== 'data');
  return text.trim() === '' && countSetIn(form, narrowing) === 0;
}

/** The change that a choice from a filter's list makes; '' is none. The lists that depend on the choice go with it. */
export const choiceChange = (
  { empties = [] }: Pick<ChoiceControl, 'empties'>,
  field: FieldName,
  code: string,
): Partial<SearchFilters> =>
  Object.assign(
    { [field]: code === '' ? undefined : code },
    ...empties.map((list) => ({ [list]: undefined })),
  );

/** All filters of a place: a city sets its state and region, a region clears the filters within it. */
export function placeOf({
  regiao,
  uf,
  regiao_ibge: regiaoIbge,
  municipio,
}: PlaceItem): Pick<SearchFilters, 'regiao' | 'uf' | 'regiaoIbge' | 'municipios'> {
  return {
    regiao,
    uf: uf ?? undefined,
    regiaoIbge: regiaoIbge ?? undefined,
    municipios: municipio === null ? undefined : [municipio],
  };
}

export function countSetIn(form: SearchForm, names: readonly FilterName[]): number {
  const values = new Map(Object.entries(form));
  return names.flatMap(fieldsOf).filter((field) => (values.get(field) ?? '').length > 0).length;
}

/** The number of filters that are set besides the occupations and the period. A place counts once: a city sets its state. */
export function countSetFilters(filters: SearchFilters): number {
  const usual = SearchFilters.parse({});
  const isSet = (field: FieldName) =>
    filters[field] !== undefined && filters[field] !== usual[field];
  const names = keysOf(catalogue).filter(
    (name) =>
      catalogue[name].part !== 'subject' &&
      catalogue[name].form?.control.kind !== 'months' &&
      fieldsOf(name).some(isSet),
  );
  return new Set(names.map((name) => (catalogue[name].part === 'place' ? 'place' : name))).size;
}

function errorsOf(form: SearchForm): FormErrors {
  const errors: FormErrors = {};
  const min = maybeReais(form.salarioMin);
  const max = maybeReais(form.salarioMax);
  if (form.salarioMin.trim() !== '' && min === undefined) errors.salarioMin = invalidReais;
  if (form.salarioMax.trim() !== '' && max === undefined) errors.salarioMax = invalidReais;
  if (min !== undefined && max !== undefined && min > max) {
    errors.salarioMax = 'O máximo é menor que o mínimo.';
  }
  if (form.periodoInicio !== '' && form.periodoFim !== '' && form.periodoInicio > form.periodoFim) {
    errors.periodoFim = 'O fim do período vem antes do início.';
  }
  return errors;
}

/** Two filters that exclude each other, and the change that resolves it. */
type Contradiction = {
  sentence: string;
  label: string;
  change: Pick<SearchFilters, 'metodo'>;
};

const short = new Set(['ate-20', '20-30', '30-39']);

/** What the salary rule excludes although the query requests it; null if the filters agree. */
export function contradictionOf({
  contrato,
  horas,
  metodo,
}: {
  contrato?: string | undefined;
  horas?: string | undefined;
  metodo: string;
}): Contradiction | null {
  if (contrato === 'intermitente' && metodo !== 'bruto') {
    return {
      sentence: `O método escolhido exclui os contratos intermitentes, porque o salário deles não é mensal. Com o método ${salaryRules.bruto.label} eles entram.`,
      label: 'Usar o método Bruto',
      change: { metodo: 'bruto' },
    };
  }
  if (metodo !== 'integral') return null;
  if (contrato === 'aprendiz') return withMte('exclui os aprendizes', 'eles');
  return short.has(horas ?? '') ? withMte('exclui as jornadas de menos de 40 horas', 'elas') : null;
}

function withMte(what: string, they: string): Contradiction {
  return {
    sentence: `O método ${salaryRules.integral.label} ${what}. Com a ${salaryRules.mte.label} ${they} entram.`,
    label: 'Usar a Regra do MTE',
    change: { metodo: 'mte' },
  };
}

/** The query that a form started from, and the last month loaded then. */
export type FormOwner = { readonly filters: SearchFilters; readonly latest: string | undefined };

/**
 * What the user entered in a form, where the loaded months are all that differs since: everything but a default period,
 * which follows the months. Empty for another query.
 */
export function entriesBeforeNewMonths(
  { form, ...before }: FormOwner & { readonly form: SearchForm },
  now: FormOwner,
): Partial<SearchForm> {
  const hasOnlyNewMonths =
    before.latest !== now.latest && withoutPeriod(before.filters) === withoutPeriod(now.filters);
  if (!hasOnlyNewMonths) return {};
  const { periodoInicio, periodoFim, ...others } = form;
  const { periodoInicio: from = '', periodoFim: to = '' } = before.filters;
  return periodoInicio === from && periodoFim === to ? others : form;
}

const withoutPeriod = ({ periodoInicio: _from, periodoFim: _to, ...others }: SearchFilters) =>
  JSON.stringify(others);
