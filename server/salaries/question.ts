import {
  ageBands,
  genders,
  hoursBands,
  schoolingLevels,
  type CompanySize,
  type ContractKind,
  type Disability,
  type SchoolingGroup,
} from '../../shared/codes.ts';
import type { SearchFilters } from '../../shared/search.ts';
import { AppError } from '../errors.ts';
import { findMunicipality } from '../reference/municipalities.ts';
import { searchOccupations } from '../reference/occupation-search.ts';
import { stateOfSigla } from '../reference/states.ts';
import type { Release } from './release.ts';

/** A search resolved to the codes of the files: the value that every step of the answer is made from. */
export interface Question {
  readonly release: Release;
  /** AAAAMM, both included; null while nothing is published. */
  readonly period: { readonly from: string; readonly to: string } | null;
  /** Null asks for every occupation, where `family` is null too; an empty list is a text that no title matches. */
  readonly occupations: readonly number[] | null;
  /** Four digits: occupations whose code begins so, beside `occupations`. */
  readonly family: number | null;
  readonly region: number | null;
  readonly uf: number | null;
  readonly municipalities: readonly number[] | null;
  readonly sex: number | null;
  readonly schooling: SchoolingGroup | null;
  /** Groups of schooling, gathered by level. */
  readonly schoolingLevel: readonly SchoolingGroup[] | null;
  readonly age: { readonly from: number; readonly to: number | null } | null;
  readonly companySize: CompanySize | null;
  /** A section's letter, Z where it is not identified. */
  readonly section: string | null;
  readonly subclasses: readonly number[] | null;
  /** Hundredths of a weekly hour, both included. */
  readonly hours: { readonly from: number; readonly to: number | null } | null;
  readonly contract: ContractKind | null;
  readonly race: number | null;
  /** Codes of the files. */
  readonly disabilities: readonly number[] | null;
  /** Centavos, both included. */
  readonly salaryFrom: number | null;
  readonly salaryTo: number | null;
  readonly movement: SearchFilters['movimentacao'];
  readonly rule: SearchFilters['metodo'];
  readonly series: SearchFilters['serie'];
}

/** The loaded months of the question's period, ascending. */
export function askedMonths({ period, release }: Question): string[] {
  return release.months.filter(
    (month) => period !== null && month >= period.from && month <= period.to,
  );
}

const invalid = (field: string, message: string) =>
  new AppError('invalid_value', 400, message, { field });

/** Resolves the filters against a release. Throws `AppError` 400 with the field's name for what cannot be. */
export function askedQuestion(filters: SearchFilters, release: Release): Question {
  const { salarioMin, salarioMax } = filters;
  if (salarioMin !== undefined && salarioMax !== undefined && salarioMin > salarioMax) {
    throw invalid('salarioMax', 'O salário máximo é menor que o mínimo.');
  }
  return {
    release,
    period: askedPeriod(filters, release.months),
    occupations: askedOccupations(filters),
    family: filters.familiaCbo === undefined ? null : Number(filters.familiaCbo),
    region: filters.regiao === undefined ? null : Number(filters.regiao),
    uf: filters.uf === undefined ? null : askedState(filters.uf),
    municipalities: askedMunicipalities(filters),
    sex: filters.genero === undefined ? null : Number(genders[filters.genero].sexo),
    schooling: filters.escolaridade ?? null,
    schoolingLevel:
      filters.nivelEscolaridade === undefined
        ? null
        : schoolingLevels[filters.nivelEscolaridade].groups,
    age: filters.faixaEtaria === undefined ? null : ageBands[filters.faixaEtaria],
    companySize: filters.porte ?? null,
    section: filters.secao ?? null,
    subclasses: numbersOf(filters.cnaes),
    hours: filters.horas === undefined ? null : hoursBands[filters.horas],
    contract: filters.contrato ?? null,
    race: filters.raca === undefined ? null : Number(filters.raca),
    disabilities: filters.deficiencia === undefined ? null : disabilityCodes(filters.deficiencia),
    salaryFrom: salarioMin === undefined ? null : centavos(salarioMin),
    salaryTo: salarioMax === undefined ? null : centavos(salarioMax),
    movement: filters.movimentacao,
    rule: filters.metodo,
    series: filters.serie,
  };
}

const centavos = (reais: number) => Math.round(reais * 100);

/** The last 12 loaded months where nothing else is asked; a beginning after them asks for months yet to come. */
function askedPeriod(filters: SearchFilters, months: readonly string[]): Question['period'] {
  const last = filters.periodoFim ?? laterOf(months.at(-1), filters.periodoInicio);
  if (last === undefined) return null;
  const upToLast = months.filter((month) => month <= last);
  const first = filters.periodoInicio ?? upToLast.at(-12) ?? upToLast[0] ?? last;
  if (first > last) throw invalid('periodoFim', 'O fim do período é anterior ao início.');
  return { from: first, to: last };
}

const laterOf = (a: string | undefined, b: string | undefined) =>
  a === undefined || (b !== undefined && b > a) ? b : a;

function askedOccupations({ cbo, cbos, searchQuery }: SearchFilters): number[] | null {
  const named = [...(cbo === undefined ? [] : [cbo]), ...(cbos ?? [])];
  if (named.length === 0 && searchQuery === undefined) return null;
  const found = searchQuery === undefined ? [] : searchOccupations(searchQuery);
  return [...new Set([...named, ...found])].map(Number);
}

/** An empty list asks for nothing, as one that is left out. */
function numbersOf(codes: readonly string[] | undefined): number[] | null {
  return codes === undefined || codes.length === 0 ? null : codes.map(Number);
}

function disabilityCodes(asked: Disability): number[] {
  if (asked === 'sim') return [1, 2, 3, 4, 5, 6];
  return asked === 'nao' ? [0] : [Number(asked)];
}

function askedState(sigla: string): number {
  const state = stateOfSigla(sigla);
  if (state === undefined)
    throw invalid('uf', `Não existe o estado "${sigla}". Informe a sigla, por exemplo SP.`);
  return Number(state.codigo);
}

function askedMunicipalities({ municipios, uf }: SearchFilters): number[] | null {
  if (municipios === undefined || municipios.length === 0) return null;
  return municipios.map((municipality) => {
    if (/^\d{6,7}$/.test(municipality)) return Number(municipality.slice(0, 6));
    if (uf === undefined) {
      throw invalid(
        'municipios',
        'Para pesquisar um município pelo nome, escolha também o estado.',
      );
    }
    const found = findMunicipality(uf, municipality);
    if (found === undefined) {
      throw invalid(
        'municipios',
        `Não há município "${municipality}" em ${uf}. Confira o nome ou escolha na lista.`,
      );
    }
    return Number(found.code);
  });
}
