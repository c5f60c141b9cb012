import {
  equalitySteps,
  type EqualityAnswer,
  type EqualityRow,
} from '../../../shared/contracts/equality.ts';
import { groupLabel, withheldText } from '../../../shared/sentences/equality-sentences.ts';
import {
  groupRatios,
  type GroupRatio,
  type PaidPerson,
} from '../../../shared/statistics/pay-ratio.ts';
import type { CellFormat, CellValue, TableData } from '../../components/charts/table-data.ts';
import { methodNotes } from './equality-method.tsx';

/** Cautions that accompany the firm's figures everywhere. */
export const firmCautions = [
  'Na empresa contam as pessoas que estão na folha (estoque); no mercado, as que foram admitidas (fluxo).',
  'Salário contratual na folha e no mercado, sem ajuste de jornada; sem 13º, comissões, horas extras e adicionais.',
  'Com menos de 3 mulheres ou 3 homens não há razão.',
] as const;

/** A CBO group in a firm and in the market; undefined on a side without people. */
export interface FirmRow {
  readonly code: string;
  readonly label: string;
  readonly firm: GroupRatio | undefined;
  readonly market: EqualityRow | undefined;
}

/** The groups of an answer and those that only the firm has, ordered by code; the total is the last row. */
export function firmRows(
  people: readonly PaidPerson[],
  { whole, rows }: Pick<EqualityAnswer, 'whole' | 'rows'>,
): FirmRow[] {
  const inside = people.filter(({ occupation }) => occupation.startsWith(whole.code));
  const digits = equalitySteps.find((step) => step > whole.code.length);
  const groups = digits === undefined ? [] : groupRatios(inside, digits);
  const firms = new Map(groups.map((group) => [group.code, group]));
  const markets = new Map(rows.map((row) => [row.code, row]));
  const codes = [...new Set([...firms.keys(), ...markets.keys()])].toSorted();
  return [
    ...codes.map((code) => firmRow(code, firms.get(code), markets.get(code))),
    firmRow(whole.code, groupRatios(inside, whole.code.length)[0], whole),
  ];
}

const firmRow = (
  code: string,
  firm: GroupRatio | undefined,
  market: EqualityRow | undefined,
): FirmRow => ({
  code,
  label: market === undefined ? `${code} · sem admissões com estes filtros` : groupLabel(market),
  firm,
  market,
});

/** Why a firm's group has no ratios; null if it has them. */
export const firmReason = ({ firm }: Pick<FirmRow, 'firm'>): string | null =>
  withheldText({
    withheld: firm === undefined ? 'ambos' : firm.ratio.withheld,
  });

interface FirmColumn {
  readonly header: string;
  readonly format: CellFormat;
  readonly cell: (row: FirmRow) => CellValue;
}

const columns: readonly FirmColumn[] = [
  { header: 'Grupo da CBO', format: 'text', cell: ({ label }) => label },
  {
    header: 'Folha: mulheres',
    format: 'count',
    cell: ({ firm }) => firm?.women.count ?? 0,
  },
  {
    header: 'Folha: homens',
    format: 'count',
    cell: ({ firm }) => firm?.men.count ?? 0,
  },
  {
    header: 'Folha: razão das medianas',
    format: 'ratio',
    cell: ({ firm }) => firm?.ratio.median ?? null,
  },
  {
    header: 'Folha: razão das médias',
    format: 'ratio',
    cell: ({ firm }) => firm?.ratio.mean ?? null,
  },
  {
    header: 'Mercado: mulheres',
    format: 'count',
    cell: ({ market }) => market?.women.count ?? 0,
  },
  {
    header: 'Mercado: homens',
    format: 'count',
    cell: ({ market }) => market?.men.count ?? 0,
  },
  {
    header: 'Mercado: razão das medianas',
    format: 'ratio',
    cell: ({ market }) => market?.medianRatio ?? null,
  },
  {
    header: 'Mercado: razão das médias',
    format: 'ratio',
    cell: ({ market }) => market?.meanRatio ?? null,
  },
  {
    header: 'Folha: por que não há razão',
    format: 'text',
    cell: (row) => firmReason(row),
  },
  {
    header: 'Mercado: por que não há razão',
    format: 'text',
    cell: ({ market }) =>
      withheldText({
        withheld: market === undefined ? 'ambos' : market.withheld,
      }),
  },
];

/** The firm's ratios beside the market's, one row per group. */
export const firmTable = (rows: readonly FirmRow[]): TableData => ({
  caption: 'Sua folha e o mercado',
  columns: columns.map(({ header, format }) => ({ header, format })),
  rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  notes: [...firmCautions, ...methodNotes],
});
