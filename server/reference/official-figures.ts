import { z } from 'zod';
import type { Store } from '../platform/store/store.ts';
import tables from './official-figures.json' with { type: 'json' };

/**
 * MTE's published figures, with their source. The edition is the month of the tables that contain them; it decides how
 * many FOR and EXC files an adjusted figure includes.
 */
export interface OfficialFigure {
  /** AAAAMM. */
  readonly edition: string;
  readonly month: string;
  readonly series: 'declarada' | 'ajustada';
  readonly admissions: number | null;
  readonly separations: number | null;
  readonly balance: number | null;
  /** Mean admission wage in centavos of the month. */
  readonly nominalWage: number | null;
  /** Mean admission wage in centavos of the edition's month, deflated by INPC. */
  readonly realWage: number | null;
  readonly source: string;
}

const number = z.number();
const count = number.nullable();

/** The figures of MTE's tables, in which wages are mean admission wages in centavos. */
const { november2023, summaries, march2026 } = z
  .object({
    /**
     * Edition of 202311, tables 5 (sem ajustes), 5.1 (com ajustes) and 9 (salário real, sem ajustes): month, admissions
     * and separations as declared, the same as adjusted, and real wage.
     */
    november2023: z.array(z.tuple([z.string(), number, number, number, number, number])),
    /** The month that an edition describes, as declared: admissions, separations, balance, nominal wage, source. */
    summaries: z.array(z.tuple([z.string(), count, count, number, count, z.string()])),
    /** Edition of 202603, table 9: real wage, as declared. */
    march2026: z.array(z.tuple([z.string(), number])),
  })
  .parse(tables);

const counted = (admissions: number, separations: number) => ({
  admissions,
  separations,
  balance: admissions - separations,
});

export const builtInFigures: readonly OfficialFigure[] = [
  ...november2023.flatMap(([month, declaredIn, declaredOut, adjustedIn, adjustedOut, realWage]) => {
    const [edition, nominalWage] = ['202311', null];
    const declared = { ...counted(declaredIn, declaredOut), realWage };
    const adjusted = { ...counted(adjustedIn, adjustedOut), realWage: null };
    const known = { edition, month, nominalWage };
    return [
      { ...known, series: 'declarada', ...declared, source: 'MTE, tabelas 5 e 9 de 202311' },
      { ...known, series: 'ajustada', ...adjusted, source: 'MTE, tabela 5.1 de 202311' },
    ] as const;
  }),
  ...summaries.map(([month, admissions, separations, balance, nominalWage, source]) => {
    const counts = { admissions, separations, balance };
    const wages = { nominalWage, realWage: null };
    return { edition: month, month, series: 'declarada', ...counts, ...wages, source } as const;
  }),
  ...march2026.map(([month, realWage]) => {
    const counts = { admissions: null, separations: null, balance: null };
    const known = { edition: '202603', month, series: 'declarada' } as const;
    return { ...known, ...counts, nominalWage: null, realWage, source: 'MTE, tabela 9 de 202603' };
  }),
];

/** A built-in figure, or one that an administrator imported. */
export type KnownFigure = OfficialFigure & { readonly isImported: boolean };

/** The built-in figures and the imported ones, which replace those of the same edition, month and series. */
export async function officialFigures({ db }: Pick<Store, 'db'>): Promise<KnownFigure[]> {
  const known = new Map<string, KnownFigure>();
  for (const figure of builtInFigures) known.set(keyOf(figure), withKnown(known, figure));
  const imported = await db
    .selectFrom('official_figures')
    .select(['edition', 'month', 'series', 'admissions', 'separations', 'balance'])
    .select(['nominal_wage as nominalWage', 'source'])
    .execute();
  for (const figure of imported) {
    const figureWithWage = withKnown(known, { ...figure, realWage: null });
    known.set(keyOf(figure), { ...figureWithWage, isImported: true });
  }
  return [...known.values()];
}

const keyOf = ({ edition, month, series }: Pick<OfficialFigure, 'edition' | 'month' | 'series'>) =>
  `${edition}${month}${series}`;

/**
 * Two sources of one edition may contain parts of the same figure. If the later one has a count without a balance, the
 * balance is computed from both counts; it remains the earlier one if a count is unknown.
 */
function withKnown(known: ReadonlyMap<string, KnownFigure>, figure: OfficialFigure): KnownFigure {
  const before = known.get(keyOf(figure));
  const admissions = figure.admissions ?? before?.admissions ?? null;
  const separations = figure.separations ?? before?.separations ?? null;
  const hasCount = figure.admissions !== null || figure.separations !== null;
  const isComputed = hasCount && admissions !== null && separations !== null;
  return {
    ...figure,
    admissions,
    separations,
    balance: figure.balance ?? (isComputed ? admissions - separations : (before?.balance ?? null)),
    nominalWage: figure.nominalWage ?? before?.nominalWage ?? null,
    realWage: figure.realWage ?? before?.realWage ?? null,
    isImported: false,
  };
}
