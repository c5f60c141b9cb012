import {
  equalitySteps,
  type EqualityAnswer,
  type EqualityRow,
} from '../../../shared/contracts/equality.ts';
import {
  groupLabel,
  medianChanceText,
  refusalText,
} from '../../../shared/sentences/equality-sentences.ts';
import { minForGenderGap } from '../../../shared/statistics/design-effect.ts';
import {
  groupRatios,
  type GroupRatio,
  type PaidPerson,
} from '../../../shared/statistics/pay-ratio.ts';
import { tableOf, type RowColumn, type TableData } from '../../components/charts/table-data.ts';
import { methodNotes } from './equality-method.tsx';

/** Cautions that accompany the firm's figures everywhere. */
export const firmCautions = [
  'Na empresa contam as pessoas que estão na folha (estoque); no mercado, as que foram admitidas (fluxo).',
  'Salário contratual na folha e no mercado, sem ajuste de jornada; sem 13º, comissões, horas extras e adicionais.',
  'Não há razão com menos de 3 mulheres ou 3 homens na empresa, nem com menos de 5 de um sexo no mercado.',
] as const;

/** A CBO group in a firm and in the market; undefined on a side without people. */
export interface FirmRow {
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
  const below = codes.map((code) => {
    const market = markets.get(code);
    const label = market ? groupLabel(market) : `${code} · sem admissões com estes filtros`;
    return { label, firm: firms.get(code), market };
  });
  const [firm] = groupRatios(inside, whole.code.length);
  return [...below, { label: groupLabel(whole), firm, market: whole }];
}

/** The number of the firm's people in the groups of the last row, which is the total. */
export function peopleIn(rows: readonly FirmRow[]): number {
  const firm = rows.at(-1)?.firm;
  return firm === undefined ? 0 : firm.women.count + firm.men.count;
}

/** Why a firm's group has no ratios; null if it has them. */
export const firmReason = ({ firm }: Pick<FirmRow, 'firm'>): string | null =>
  refusalText({ withheld: 'ambos', ...firm?.ratio, minRecords: minForGenderGap });

const columns: readonly RowColumn<FirmRow>[] = [
  ['Grupo da CBO', 'text', ({ label }) => label],
  ['Folha: mulheres', 'count', ({ firm }) => firm?.women.count ?? 0],
  ['Folha: homens', 'count', ({ firm }) => firm?.men.count ?? 0],
  ['Folha: razão das medianas', 'ratio', ({ firm }) => firm?.ratio.median ?? null],
  ['Folha: razão das médias', 'ratio', ({ firm }) => firm?.ratio.mean ?? null],
  ['Mercado: mulheres', 'count', ({ market }) => market?.women.count ?? 0],
  ['Mercado: homens', 'count', ({ market }) => market?.men.count ?? 0],
  ['Mercado: razão das medianas', 'ratio', ({ market }) => market?.medianRatio ?? null],
  [
    'Mercado: diferença das medianas',
    'text',
    ({ market }) => (market === undefined ? null : medianChanceText(market)),
  ],
  ['Mercado: razão das médias', 'ratio', ({ market }) => market?.meanRatio ?? null],
  ['Folha: por que não há razão', 'text', firmReason],
  [
    'Mercado: por que não há razão',
    'text',
    ({ market }) => refusalText(market ?? { withheld: 'ambos' }),
  ],
];

/** The firm's ratios beside the market's, one row per group. */
export const firmTable = (rows: readonly FirmRow[]): TableData => ({
  ...tableOf('Sua folha e o mercado', columns, rows),
  notes: [...firmCautions, ...methodNotes],
});
