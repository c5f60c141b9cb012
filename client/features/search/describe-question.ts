import {
  ageBands,
  genders,
  movements,
  regions,
  salaryRules,
  schoolingGroups,
  series,
} from '../../../shared/codes.ts';
import { formatMonth, formatReais } from '../../../shared/format.ts';
import type { Method, SearchFilters } from '../../../shared/search.ts';
import type { z } from 'zod';
import { ageBandLabel } from './age-band-label.ts';

const regionNames = new Map<string, string>(Object.entries(regions));

/** The question in words, part by part, for the line above an answer. */
export function describeQuestion(
  filters: SearchFilters,
  method: z.infer<typeof Method>,
  municipalityNames: ReadonlyMap<string, string>,
): string[] {
  const { period } = method;
  return [
    placeText(filters, municipalityNames),
    salaryText(filters),
    filters.genero && genders[filters.genero].label,
    filters.faixaEtaria && ageBandLabel(filters.faixaEtaria, ageBands[filters.faixaEtaria]),
    filters.escolaridade && schoolingGroups[filters.escolaridade],
    period && periodText(period),
    movements[method.movement],
    salaryRules[method.rule].label,
    `Série ${series[method.series].toLowerCase()}`,
  ]
    .filter((part) => part !== undefined && part !== null)
    .filter((part) => part !== '');
}

function placeText(
  { regiao, uf, municipios = [] }: SearchFilters,
  names: ReadonlyMap<string, string>,
): string {
  if (municipios.length > 3) return `${municipios.length} municípios de ${uf ?? 'vários estados'}`;
  if (municipios.length > 0) {
    const list = municipios.map((code) => names.get(code) ?? code).join(', ');
    return uf === undefined ? list : `${list} (${uf})`;
  }
  if (uf !== undefined) return uf;
  return regiao === undefined ? 'Brasil' : (regionNames.get(regiao) ?? 'Região desconhecida');
}

function salaryText({ salarioMin, salarioMax }: SearchFilters): string {
  if (salarioMin !== undefined && salarioMax !== undefined) {
    return `${formatReais(salarioMin)} a ${formatReais(salarioMax)}`;
  }
  if (salarioMin !== undefined) return `a partir de ${formatReais(salarioMin)}`;
  return salarioMax === undefined ? '' : `até ${formatReais(salarioMax)}`;
}

export function periodText({ from, to }: { from: string; to: string }): string {
  return from === to ? formatMonth(from) : `${formatMonth(from)} a ${formatMonth(to)}`;
}
