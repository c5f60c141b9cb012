import { formatDecimal, maybeReais } from '../../shared/words/format.ts';
import type { UrlState } from './url-state.ts';

/** The sections of an answer in their order; one is visible at a time. */
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

/** The drawers that open over an answer. */
export const drawers = {
  calculo: 'Como este número foi calculado',
  registros: 'Registros',
  estatistica: 'Estatística completa',
} as const;
export type DrawerName = keyof typeof drawers;

/** How the user views an answer: part of the address, but not of the query. */
export interface ResultView {
  /** The user's own salary, in centavos. */
  readonly salary: number | undefined;
  readonly section: SectionName;
  readonly drawer: DrawerName | undefined;
  /** The words of the typed text that the query leaves out. */
  readonly unread: readonly string[];
}

const first: SectionName = 'distribuicao';

const isSection = (text: unknown): text is SectionName =>
  typeof text === 'string' && Object.hasOwn(sections, text);
const isDrawer = (text: unknown): text is DrawerName =>
  typeof text === 'string' && Object.hasOwn(drawers, text);

/** Reads the view from an address; invalid values are ignored. */
export function readResultView({ salario, aba, ver, fora = [] }: UrlState): ResultView {
  const reais = typeof salario === 'string' ? maybeReais(salario) : undefined;
  return {
    salary: reais === undefined || reais === 0 ? undefined : Math.round(reais * 100),
    section: isSection(aba) ? aba : first,
    drawer: isDrawer(ver) ? ver : undefined,
    unread: [fora].flat(),
  };
}

/** The inverse of `readResultView`; defaults are left out. */
export function writeResultView({ salary, section, drawer, unread }: ResultView): UrlState {
  return {
    ...writeOwnSalary(salary),
    ...(section !== first && { aba: section }),
    ...(drawer !== undefined && { ver: drawer }),
    ...(unread.length > 0 && { fora: [...unread] }),
  };
}

/** The user's own salary, in centavos, as an address contains it. */
export const writeOwnSalary = (salary: number | undefined): UrlState =>
  salary === undefined ? {} : { salario: formatDecimal(salary / 100).replaceAll('.', '') };
