import { csvRow, csvStart } from '../../platform/csv.ts';
import type { SearchReceipt } from '../../../shared/contracts/receipts.ts';
import type { Distribution, Statistics } from '../../../shared/contracts/search.ts';
import { formatAmount, formatCount, formatMoment } from '../../../shared/words/format.ts';
import { questionLine } from '../../../shared/words/question-words.ts';
import { correctedCentavos, type InpcCorrection } from './inpc-correction.ts';

/** What the scripts call each statistic; `pacote/recalcular.py` and `.sql` compute all of these. */
const told = {
  count: ['registros', 'Registros'],
  average: ['media', 'Média'],
  min: ['minimo', 'Mínimo'],
  p10: ['p10', 'Percentil 10'],
  p25: ['q1', '1º quartil (percentil 25)'],
  median: ['mediana', 'Mediana (percentil 50)'],
  p75: ['q3', '3º quartil (percentil 75)'],
  p90: ['p90', 'Percentil 90'],
  max: ['maximo', 'Máximo'],
} as const satisfies Partial<Record<keyof Statistics, readonly [name: string, title: string]>>;

interface Amount {
  readonly name: string;
  readonly title: string;
  readonly centavos: number;
}

const amountsOf = (statistics: Statistics): Amount[] =>
  Object.entries(told).flatMap(([key, [name, title]]) => {
    const value = Object.entries(statistics).find(([own]) => own === key)?.[1];
    return key === 'count' || typeof value !== 'number'
      ? []
      : [{ name, title, centavos: Math.round(value * 100) }];
  });

const named = (amounts: readonly Amount[]) =>
  Object.fromEntries(amounts.map(({ name, centavos }) => [name, centavos]));

/** The figures as `pergunta.json` has them: how many records, all else in centavos. */
export const resultOf = (statistics: Statistics) => ({
  registros: statistics.count,
  ...named(amountsOf(statistics)),
});

/** The correction with its indexes and what becomes of each figure. */
export const correctionOf = (statistics: Statistics, correction: InpcCorrection) => ({
  de: correction.from,
  ate: correction.to,
  indices: correction.months.map(({ month, hundredths, source }) => ({
    mes: month,
    centesimosDePorCento: hundredths,
    fonte: source,
  })),
  resultado: named(
    amountsOf(statistics).map((amount) => ({
      ...amount,
      centavos: correctedCentavos(amount.centavos, correction),
    })),
  ),
});

/** The whole distribution: each salary in reais and how many records have it, ascending. */
export function* distributionCsv({ centavos, counts }: Distribution): Generator<string> {
  yield `${csvStart}${csvRow(['salario', 'registros'])}`;
  for (const [index, salary] of centavos.entries()) {
    yield csvRow([plainAmount(salary), counts[index] ?? 0]);
  }
}

const plainAmount = (centavos: number) =>
  `${Math.floor(centavos / 100)},${String(centavos % 100).padStart(2, '0')}`;

/** Each figure at the date, and brought to the other month where there is a correction. */
export function amountsCsv(statistics: Statistics, correction: InpcCorrection | null): string {
  const titles = correction === null ? [] : [`corrigido pelo INPC até ${numbers(correction.to)}`];
  const rows = amountsOf(statistics).map(({ title, centavos }) => [
    title,
    plainAmount(centavos),
    ...(correction === null ? [] : [plainAmount(correctedCentavos(centavos, correction))]),
  ]);
  return csvStart + [['estatistica', 'valor na data', ...titles], ...rows].map(csvRow).join('');
}

const factorDigits = 12;

/** The indexes that were applied, month by month, with what 1 real has become by then. */
export function inpcCsv({ from, months }: InpcCorrection): string {
  const scale = 10n ** BigInt(factorDigits);
  let numerator = 1n;
  let denominator = 1n;
  const rows = months.map(({ month, hundredths, source }) => {
    numerator *= 10_000n + BigInt(hundredths);
    denominator *= 10_000n;
    const factor = (2n * scale * numerator + denominator) / (2n * denominator);
    const digits = String(factor).padStart(factorDigits + 1, '0');
    const written = `${digits.slice(0, -factorDigits)},${digits.slice(-factorDigits)}`;
    return csvRow([numbers(month), percent(hundredths), written, source]);
  });
  const base = csvRow([numbers(from), '', `1,${'0'.repeat(factorDigits)}`, 'mês da data']);
  return `${csvStart}${csvRow(['mes', 'variacao em %', 'fator acumulado', 'fonte'])}${base}${rows.join('')}`;
}

// A minus at a cell's beginning would be read as a formula's; no spreadsheet reads this one so.
const percent = (hundredths: number) =>
  `${hundredths < 0 ? '\u2212' : ''}${plainAmount(Math.abs(hundredths))}`;

/** AAAAMM as it is written among figures. */
const numbers = (month: string) => `${month.slice(4)}/${month.slice(0, 4)}`;

/** What the laudo says in words. */
export interface LaudoWords {
  readonly receipt: Pick<
    SearchReceipt,
    'id' | 'question' | 'method' | 'statistics' | 'release' | 'createdAt'
  >;
  readonly address: string;
  readonly correction: InpcCorrection | null;
}

/** The question, its method and its figures in words. */
export function questionText({ receipt, address, correction }: LaudoWords): string {
  const { method, statistics, release } = receipt;
  const period = method.period;
  const at = period === null ? '' : ` (mês da data: ${numbers(period.to)})`;
  const amounts = amountsOf(statistics).map(({ title, centavos }) => {
    const later =
      correction === null
        ? ''
        : `; em ${numbers(correction.to)}: R$ ${formatAmount(correctedCentavos(centavos, correction))}`;
    return `  ${title}: R$ ${formatAmount(centavos)}${later}`;
  });
  return [
    questionLine(receipt.question),
    '',
    `Regra: ${method.ruleLabel}. ${method.ruleDescription}`,
    `Dados: versão ${formatCount(release.number)}, publicada em ${formatMoment(release.publishedAt)}.`,
    `Recibo: ${receipt.id}, de ${formatMoment(receipt.createdAt)}. ${address}`,
    '',
    `Registros: ${formatCount(statistics.count)}`,
    `Valores nominais${at}${correction === null ? '' : ', e corrigidos pelo INPC'}:`,
    ...amounts,
    '',
    'Como se chegou aos registros:',
    ...method.funnel.map(
      ({ label, removed, remaining }) =>
        `  ${label}: ${formatCount(remaining)}${removed === 0 ? '' : ` (menos ${formatCount(removed)})`}`,
    ),
    '',
  ].join('\n');
}
