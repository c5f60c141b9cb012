import { SearchFilters } from '../../../shared/search.ts';
import { maybeReais } from '../../../shared/format.ts';
import type { ReleaseSummary } from '../../../shared/release.ts';
import { readSearchText } from './search-text.ts';

/** The filters as controls hold them: texts, with 'all' where nothing is chosen. */
export type SearchForm = {
  /** The main field once somebody typed; null shows what the link asks for. */
  text: string | null;
  /** Occupations asked beside the main field's. */
  cbos: string[];
  familiaCbo: string;
  regiao: string;
  uf: string;
  municipios: string[];
  salarioMin: string;
  salarioMax: string;
  genero: string;
  faixaEtaria: string;
  escolaridade: string;
  nivelEscolaridade: string;
  porte: string;
  secao: string;
  cnaes: string[];
  contrato: string;
  horas: string;
  raca: string;
  deficiencia: string;
  periodoInicio: string;
  periodoFim: string;
  movimentacao: string;
  metodo: string;
  serie: string;
};

export type FormErrors = {
  /** Of the main field, and of what has no field of its own to say it at. */
  text?: string;
  salarioMin?: string;
  salarioMax?: string;
  periodoFim?: string;
};

/** The last twelve months that have movements. */
export function defaultPeriod(
  months: ReleaseSummary['months'],
): { from: string; to: string } | undefined {
  const to = months.at(-1);
  const from = months.at(-12) ?? months[0];
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}

/** The form that shows a question. */
export function formOf(filters: SearchFilters, months: ReleaseSummary['months']): SearchForm {
  const period = defaultPeriod(months);
  return {
    text: null,
    cbos: filters.cbos ?? [],
    familiaCbo: filters.familiaCbo ?? '',
    regiao: filters.regiao ?? 'all',
    uf: filters.uf ?? 'all',
    municipios: filters.municipios ?? [],
    salarioMin: amountText(filters.salarioMin),
    salarioMax: amountText(filters.salarioMax),
    genero: filters.genero ?? 'all',
    faixaEtaria: filters.faixaEtaria ?? 'all',
    escolaridade: filters.escolaridade ?? 'all',
    nivelEscolaridade: filters.nivelEscolaridade ?? 'all',
    porte: filters.porte ?? 'all',
    secao: filters.secao ?? 'all',
    cnaes: filters.cnaes ?? [],
    contrato: filters.contrato ?? 'all',
    horas: filters.horas ?? 'all',
    raca: filters.raca ?? 'all',
    deficiencia: filters.deficiencia ?? 'all',
    periodoInicio: filters.periodoInicio ?? period?.from ?? '',
    periodoFim: filters.periodoFim ?? period?.to ?? '',
    movimentacao: filters.movimentacao,
    metodo: filters.metodo,
    serie: filters.serie,
  };
}

/** What the form asks, or what is wrong with it. `text` is the main field's text as shown. */
export function questionOf(
  form: SearchForm,
  text: string,
): { filters: SearchFilters } | { errors: FormErrors } {
  const errors = errorsOf(form);
  if (Object.keys(errors).length > 0) return { errors };
  const given: Record<string, unknown> = { ...readSearchText(text) };
  const { text: _text, ...controls } = form;
  for (const [name, value] of Object.entries(controls)) {
    if (value !== 'all' && value.length > 0) given[name] = value;
  }
  if (form.salarioMin !== '') given['salarioMin'] = maybeReais(form.salarioMin);
  if (form.salarioMax !== '') given['salarioMax'] = maybeReais(form.salarioMax);
  const read = SearchFilters.safeParse(given);
  return read.success ? { filters: read.data } : { errors: refusalsOf(read.error.issues) };
}

/** What the contract refuses, each at its field. */
function refusalsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FormErrors {
  const errors: FormErrors = {};
  for (const { path, message } of issues) {
    const [name] = path;
    errors[name === 'salarioMin' || name === 'salarioMax' ? name : 'text'] ??= message;
  }
  return errors;
}

/** How many filters are set beside the occupations and the period. */
export function countSetFilters(filters: SearchFilters): number {
  const {
    cbo: _cbo,
    cbos: _cbos,
    familiaCbo: _family,
    searchQuery: _text,
    periodoInicio: _from,
    periodoFim: _to,
    ...rest
  } = filters;
  const untouched = new Map<string, unknown>(Object.entries(SearchFilters.parse({})));
  return Object.entries(rest).filter(
    ([name, value]) => value !== undefined && value !== untouched.get(name),
  ).length;
}

function errorsOf(form: SearchForm): FormErrors {
  const errors: FormErrors = {};
  const min = maybeReais(form.salarioMin);
  const max = maybeReais(form.salarioMax);
  const wrongAmount = 'Informe um valor em reais, por exemplo 1.518,00.';
  if (form.salarioMin.trim() !== '' && min === undefined) errors.salarioMin = wrongAmount;
  if (form.salarioMax.trim() !== '' && max === undefined) errors.salarioMax = wrongAmount;
  if (min !== undefined && max !== undefined && min > max) {
    errors.salarioMax = 'O máximo é menor que o mínimo.';
  }
  if (form.periodoInicio !== '' && form.periodoFim !== '' && form.periodoInicio > form.periodoFim) {
    errors.periodoFim = 'O fim do período vem antes do início.';
  }
  return errors;
}

function amountText(reais: number | undefined): string {
  return reais === undefined ? '' : String(reais).replace('.', ',');
}
