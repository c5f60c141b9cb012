import { cnaeSectionLabels, formatCnae } from './cnae.ts';
import {
  companySizeLabels,
  contractKinds,
  disabilities,
  genders,
  hoursBands,
  movements,
  races,
  regions,
  salaryRules,
  schoolingGroups,
  schoolingLevels,
  series,
} from './codes.ts';
import { formatMonth, formatReais } from './format.ts';
import { ageBandName } from './group-names.ts';
import type { SearchFilters } from './search.ts';

/** A question in words: above an answer, in the history, on receipts and reports. */

/** Names of codes, where they are known; a code without one is told as it stands. */
export interface QuestionNames {
  /** Titles by six-digit CBO code. */
  readonly occupations: ReadonlyMap<string, string>;
  /** Names by six-digit IBGE code. */
  readonly municipalities: ReadonlyMap<string, string>;
  /** Descriptions by seven-digit subclass. */
  readonly cnaes: ReadonlyMap<string, string>;
}

/** A filter that is set, in words, and what takes it away. */
export interface SetFilter {
  /** Tells it from the question's other filters. */
  readonly key: string;
  readonly text: string;
  readonly without: Partial<SearchFilters>;
}

interface Period {
  readonly from: string;
  readonly to: string;
}

const defaults = { movimentacao: 'admissao', metodo: 'mte', serie: 'ajustada' } as const;

/** Every filter that is set, each of a list on its own, in the order of the form; defaults are not. */
export function setFilters(filters: SearchFilters, names: QuestionNames): SetFilter[] {
  return [
    ...occupationFilters(filters, names),
    ...placeFilters(filters, names),
    ...salaryFilters(filters),
    ...peopleFilters(filters),
    ...employerFilters(filters, names),
    ...dataFilters(filters),
  ];
}

/** What the question is about, short enough for a title. */
export function subjectText(filters: SearchFilters, names: QuestionNames): string {
  const asked = occupationFilters(filters, names);
  const [only] = asked;
  if (only === undefined) return 'Todas as ocupações';
  return asked.length === 1 ? only.text : `${only.text} e mais ${asked.length - 1}`;
}

/** The whole question, part by part: whom, where, everything else that is set, and of which data. */
export function describeQuestion(
  filters: SearchFilters,
  names: QuestionNames,
  period?: Period | null,
): string[] {
  const occupations = occupationFilters(filters, names).map(({ text }) => text);
  return [
    occupations.length === 0 ? 'Todas as ocupações' : occupations.join('; '),
    placeText(filters, names),
    ...[
      ...salaryFilters(filters),
      ...peopleFilters(filters),
      ...employerFilters(filters, names),
    ].map(({ text }) => text),
    ...describeData(filters, period),
  ];
}

/**
 * Which data a question is asked of: always told, since a figure means nothing without it. `period` is the one
 * answered, where the filters leave it open.
 */
export function describeData(filters: SearchFilters, period?: Period | null): string[] {
  const time = period ? periodText(period) : askedPeriodText(filters);
  return [
    ...(time === undefined ? [] : [time]),
    movements[filters.movimentacao],
    salaryRules[filters.metodo].label,
    `Série ${series[filters.serie].toLowerCase()}`,
  ];
}

const named = (code: string, name: string | undefined) =>
  name === undefined ? code : `${code} - ${name}`;

function occupationFilters(filters: SearchFilters, names: QuestionNames): SetFilter[] {
  const { cbo, cbos = [], searchQuery, familiaCbo } = filters;
  const ofCode = (code: string, without: Partial<SearchFilters>): SetFilter => ({
    key: `cbo ${code}`,
    text: named(code, names.occupations.get(code)),
    without,
  });
  return [
    ...(searchQuery === undefined
      ? []
      : [{ key: 'searchQuery', text: `“${searchQuery}”`, without: { searchQuery: undefined } }]),
    ...(cbo === undefined ? [] : [ofCode(cbo, { cbo: undefined, cbos: lessOne(cbos, cbo) })]),
    ...cbos
      .filter((code) => code !== cbo)
      .map((code) => ofCode(code, { cbos: lessOne(cbos, code) })),
    ...(familiaCbo === undefined
      ? []
      : [
          {
            key: 'familiaCbo',
            text: `Família ${familiaCbo}`,
            without: { familiaCbo: undefined },
          },
        ]),
  ];
}

function lessOne(codes: readonly string[], code: string): string[] | undefined {
  const left = codes.filter((other) => other !== code);
  return left.length === 0 ? undefined : left;
}

const regionNames = new Map<string, string>([
  ...Object.entries(regions),
  ['9', 'Região não identificada'],
]);

function placeFilters(filters: SearchFilters, names: QuestionNames): SetFilter[] {
  const { regiao, uf, municipios = [] } = filters;
  return [
    ...(regiao === undefined
      ? []
      : [
          {
            key: 'regiao',
            text: regionNames.get(regiao) ?? regiao,
            without: { regiao: undefined },
          },
        ]),
    // A municipality may be given by its name, which says nothing without its state.
    ...(uf === undefined
      ? []
      : [{ key: 'uf', text: uf, without: { uf: undefined, municipios: undefined } }]),
    ...municipios.map((code) => ({
      key: `municipio ${code}`,
      text: names.municipalities.get(code) ?? code,
      without: { municipios: lessOne(municipios, code) },
    })),
  ];
}

const fewestToCount = 6;

/** The place in a few words, the whole country included. */
export function placeText(filters: SearchFilters, names: QuestionNames): string {
  const { regiao, uf, municipios = [] } = filters;
  if (municipios.length >= fewestToCount) {
    return `${municipios.length} municípios de ${uf ?? 'vários estados'}`;
  }
  if (municipios.length > 0) {
    const list = municipios.map((code) => names.municipalities.get(code) ?? code).join(', ');
    return uf === undefined ? list : `${list} (${uf})`;
  }
  if (uf !== undefined) return uf;
  return regiao === undefined ? 'Brasil' : (regionNames.get(regiao) ?? regiao);
}

function salaryFilters({ salarioMin, salarioMax }: SearchFilters): SetFilter[] {
  if (salarioMin === undefined && salarioMax === undefined) return [];
  const without = { salarioMin: undefined, salarioMax: undefined };
  return [{ key: 'salario', text: salaryText(salarioMin, salarioMax), without }];
}

function salaryText(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? '' : `Salário até ${formatReais(to)}`;
  if (to === undefined) return `Salário a partir de ${formatReais(from)}`;
  return `Salário de ${formatReais(from)} a ${formatReais(to)}`;
}

function peopleFilters(filters: SearchFilters): SetFilter[] {
  const { genero, faixaEtaria, escolaridade, nivelEscolaridade, raca, deficiencia } = filters;
  return [
    one('genero', genero, (code) => genders[code].label),
    one('faixaEtaria', faixaEtaria, ageBandName),
    one('escolaridade', escolaridade, (code) => schoolingGroups[code]),
    one('nivelEscolaridade', nivelEscolaridade, (level) =>
      labelled('Nível', schoolingLevels[level].label),
    ),
    one('raca', raca, (code) => labelled('Raça ou cor', races[code])),
    one('deficiencia', deficiencia, (code) =>
      code === 'sim' || code === 'nao'
        ? disabilities[code]
        : labelled('Deficiência', disabilities[code]),
    ),
  ].flat();
}

function employerFilters(filters: SearchFilters, names: QuestionNames): SetFilter[] {
  const { porte, secao, cnaes = [], horas, contrato } = filters;
  return [
    one('porte', porte, (size) => labelled('Porte', companySizeLabels[size])),
    one('secao', secao, (letter) => `Seção ${letter}: ${cnaeSectionLabels[letter]}`),
    cnaes.map((code) => ({
      key: `cnae ${code}`,
      text: named(formatCnae(code), names.cnaes.get(code)),
      without: { cnaes: lessOne(cnaes, code) },
    })),
    one('contrato', contrato, (kind) => labelled('Contrato', contractKinds[kind])),
    one('horas', horas, (band) => hoursBands[band].label),
  ].flat();
}

function dataFilters(filters: SearchFilters): SetFilter[] {
  const { movimentacao, metodo, serie } = filters;
  const time = askedPeriodText(filters);
  const set: SetFilter[] = [];
  if (time !== undefined) {
    const without = { periodoInicio: undefined, periodoFim: undefined };
    set.push({ key: 'periodo', text: time, without });
  }
  if (movimentacao !== defaults.movimentacao) {
    const without = { movimentacao: defaults.movimentacao };
    set.push({ key: 'movimentacao', text: movements[movimentacao], without });
  }
  if (metodo !== defaults.metodo) {
    const text = labelled('Método', salaryRules[metodo].label);
    set.push({ key: 'metodo', text, without: { metodo: defaults.metodo } });
  }
  if (serie !== defaults.serie) {
    const text = labelled('Série', series[serie]);
    set.push({ key: 'serie', text, without: { serie: defaults.serie } });
  }
  return set;
}

const labelled = (label: string, value: string) => `${label}: ${value.toLowerCase()}`;

function one<Value>(
  name: keyof SearchFilters,
  value: Value | undefined,
  text: (value: Value) => string,
): SetFilter[] {
  return value === undefined
    ? []
    : [{ key: name, text: text(value), without: { [name]: undefined } }];
}

/** The period that the filters name, or the one end of it that they do. */
function askedPeriodText({ periodoInicio: from, periodoFim: to }: SearchFilters) {
  if (from !== undefined && to !== undefined) return periodText({ from, to });
  if (from !== undefined) return `desde ${formatMonth(from)}`;
  return to === undefined ? undefined : `até ${formatMonth(to)}`;
}

/** "jan/2026", or "ago/2025 a jul/2026". */
export function periodText({ from, to }: Period): string {
  return from === to ? formatMonth(from) : `${formatMonth(from)} a ${formatMonth(to)}`;
}

/** A question as the name of what is made of it, such as "521110 - Vendedor · SP": at most `longest` characters. */
export function questionName(
  filters: SearchFilters,
  names: QuestionNames,
  longest: number,
): string {
  const name = `${subjectText(filters, names)} · ${placeText(filters, names)}`;
  return name.length <= longest ? name : `${name.slice(0, longest - 1).trimEnd()}…`;
}
