import { formatDecimal, maybeReais } from '../../shared/words/format.ts';
import type { UrlState } from './url-state.ts';

/** The sections of an answer, one at a time, in their order. */
export const sections = {
  distribuicao: 'Distribuição',
  lugares: 'Lugares',
  evolucao: 'Evolução',
  quem: 'Quem',
  empresas: 'Empresas e setores',
  cargos: 'Cargos parecidos',
  resumo: 'Resumo',
} as const;
export type SectionName = keyof typeof sections;

/** What opens over an answer. */
export const drawers = {
  calculo: 'Como este número foi calculado',
  registros: 'Registros',
  estatistica: 'Estatística completa',
} as const;
export type DrawerName = keyof typeof drawers;

/** How an answer is looked at: kept in its address, and no part of the question. */
export interface ResultView {
  /** A person's own salary, in centavos. */
  readonly salary: number | undefined;
  readonly section: SectionName;
  readonly drawer: DrawerName | undefined;
}

const first: SectionName = 'distribuicao';

const isSection = (text: unknown): text is SectionName =>
  typeof text === 'string' && Object.hasOwn(sections, text);
const isDrawer = (text: unknown): text is DrawerName =>
  typeof text === 'string' && Object.hasOwn(drawers, text);

/** Reads what an address says of the view; what makes no sense is as if it were not there. */
export function readResultView({ salario, aba, ver }: UrlState): ResultView {
  const reais = typeof salario === 'string' ? maybeReais(salario) : undefined;
  return {
    salary: reais === undefined || reais === 0 ? undefined : Math.round(reais * 100),
    section: isSection(aba) ? aba : first,
    drawer: isDrawer(ver) ? ver : undefined,
  };
}

/** The inverse of `readResultView`; what is usual is left out. */
export function writeResultView({ salary, section, drawer }: ResultView): UrlState {
  return {
    ...writeOwnSalary(salary),
    ...(section !== first && { aba: section }),
    ...(drawer !== undefined && { ver: drawer }),
  };
}

/** A person's own salary, in centavos, as an address carries it. */
export const writeOwnSalary = (salary: number | undefined): UrlState =>
  salary === undefined ? {} : { salario: formatDecimal(salary / 100).replaceAll('.', '') };
