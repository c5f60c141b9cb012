import { csvRow, csvStart } from '../../platform/csv.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { Period } from '../../../shared/filters/data.ts';
import type { SearchReceipt } from '../../../shared/contracts/receipts.ts';
import type { Distribution, Statistics } from '../../../shared/contracts/search.ts';
import { formatAmount, formatCount, formatMoment } from '../../../shared/words/format.ts';
import { incompleteText, incompleteTitle } from '../../../shared/statistics/completeness.ts';
import { heapedAt, heapText } from '../../../shared/statistics/heaping.ts';
import { queryLine } from '../../../shared/words/query-words.ts';
import {
  realMean,
  realPercentile,
  type RealRecords,
} from '../../../shared/statistics/deflation.ts';
import { divideHalfUp } from '../../../shared/statistics/percentile.ts';
import { factorsTo } from '../../reference/inpc.ts';
import { type InpcCorrection, numericMonth } from './inpc-correction.ts';
import { defined } from '../../../shared/codes/defined.ts';

/**
 * The scripts' name of each amount, its title, and its percentile in ten-thousandths; null for the mean.
 * `package/recalcular.py` and `.sql` compute all of these.
 */
const shown = {
  average: ['media', 'Média', null],
  min: ['minimo', 'Mínimo', 0],
  p10: ['p10', 'Percentil 10', 1000],
  p25: ['q1', '1º quartil (percentil 25)', 2500],
  median: ['mediana', 'Mediana (percentil 50)', 5000],
  p75: ['q3', '3º quartil (percentil 75)', 7500],
  p90: ['p90', 'Percentil 90', 9000],
  max: ['maximo', 'Máximo', 10_000],
} as const satisfies Partial<
  Record<keyof Statistics, readonly [name: string, title: string, percentile: number | null]>
>;

const amountsOf = (statistics: Statistics) =>
  keysOf(shown).flatMap((key) => {
    const [name, title, percentile] = shown[key];
    const value = statistics[key];
    return value === null ? [] : [{ name, title, percentile, centavos: Math.round(value * 100) }];
  });
type Amount = ReturnType<typeof amountsOf>[number];

const named = (amounts: readonly Pick<Amount, 'name' | 'centavos'>[]) =>
  Object.fromEntries(amounts.map(({ name, centavos }) => [name, centavos]));

/** The figures as `pergunta.json` has them: the record count, and all amounts in centavos. */
export const resultOf = (statistics: Statistics) => ({
  registros: statistics.count,
  ...named(amountsOf(statistics)),
});

export interface Corrected {
  readonly correction: InpcCorrection;
  readonly records: RealRecords;
}

/** An amount of the corrected records, in centavos. Throws `RangeError` if there are no records. */
function correctedCentavos(
  { records }: Corrected,
  { percentile }: Pick<Amount, 'percentile'>,
): number {
  const centavos = percentile === null ? realMean(records) : realPercentile(records, percentile);
  if (centavos === null) throw new RangeError('A laudo has records.');
  return centavos;
}

/** The correction with its indexes, and the statistics of the corrected records. */
export const correctionOf = (statistics: Statistics, corrected: Corrected) => ({
  de: corrected.correction.period.from,
  ate: corrected.correction.to,
  indices: corrected.correction.months.map(({ month, hundredths, source }) => ({
    mes: month,
    centesimosDePorCento: hundredths,
    fonte: source,
  })),
  resultado: named(
    amountsOf(statistics).map((amount) => ({
      name: amount.name,
      centavos: correctedCentavos(corrected, amount),
    })),
  ),
});

const rowsOfPiece = 1_000;

/** The whole distribution: each salary in reais and its record count, ascending. */
export function* distributionCsv({ centavos, counts }: Distribution): Generator<string> {
  yield `${csvStart}${csvRow(['salario', 'registros'])}`;
  for (let start = 0; start < centavos.length; start += rowsOfPiece) {
    const some = centavos.slice(start, start + rowsOfPiece);
    yield some
      .map((salary, at) => csvRow([plainAmount(salary), defined(counts[start + at])]))
      .join('');
  }
}

const plainAmount = (centavos: number) =>
  `${Math.floor(centavos / 100)},${String(centavos % 100).padStart(2, '0')}`;

/** Each nominal figure, and the corrected one if there is a correction. */
export function amountsCsv(statistics: Statistics, corrected: Corrected | null): string {
  const titles =
    corrected === null
      ? []
      : [`de salários corrigidos pelo INPC até ${numericMonth(corrected.correction.to)}`];
  const rows = amountsOf(statistics).map((amount) => [
    amount.title,
    plainAmount(amount.centavos),
    ...(corrected === null ? [] : [plainAmount(correctedCentavos(corrected, amount))]),
  ]);
  return csvStart + [['estatistica', 'valor nominal', ...titles], ...rows].map(csvRow).join('');
}

const factorDigits = 12;

/** The applied indexes, month by month, with the factor that multiplies a salary of the month. */
export function inpcCsv({ period, to, months }: InpcCorrection): string {
  const scale = 10n ** BigInt(factorDigits);
  const all = [
    { month: period.from, variation: '', source: '' },
    ...months.map(({ hundredths, ...rest }) => ({ ...rest, variation: percent(hundredths) })),
  ];
  const factors = factorsTo(
    to,
    all.map(({ month }) => month),
  );
  const rows = all.map(({ month, variation, source }) => {
    const { numerator, denominator } = factors.get(month) ?? { numerator: 1n, denominator: 1n };
    const digits = String(divideHalfUp(scale * numerator, denominator)).padStart(
      factorDigits + 1,
      '0',
    );
    const written = `${digits.slice(0, -factorDigits)},${digits.slice(-factorDigits)}`;
    return csvRow([numericMonth(month), variation, written, source]);
  });
  return `${csvStart}${csvRow(['mes', 'variacao em %', `fator do mes ate ${numericMonth(to)}`, 'fonte'])}${rows.join('')}`;
}

// A spreadsheet reads a hyphen at the start of a cell as a formula; it reads U+2212 as text.
const percent = (hundredths: number) =>
  `${hundredths < 0 ? '\u2212' : ''}${plainAmount(Math.abs(hundredths))}`;

const monthsText = ({ from, to }: Period) =>
  from === to
    ? `de ${numericMonth(to)}`
    : `de cada mês, ${numericMonth(from)} a ${numericMonth(to)}`;

/** The confidence interval of the median, in nominal values. */
function intervalText({ medianInterval, count }: Statistics): string {
  const title = '  Intervalo de 95 % da mediana';
  if (medianInterval === null) return `${title}: não há, com ${formatCount(count)} registros`;
  const heap = heapedAt({ medianInterval });
  if (heap !== null) return `${title}: não se aplica: ${heapText([heap])}`;
  const [lower, upper] = [medianInterval.lower, medianInterval.upper].map((reais) =>
    formatAmount(Math.round(reais * 100)),
  );
  return `${title}, em valores nominais: R$ ${lower} a R$ ${upper}`;
}

/** What a court must know to interpret the figures. Source: CLT, art. 460. */
const readingTexts = [
  'Como ler estes números:',
  '  Fluxo, não estoque: são salários de admissões e desligamentos do período, não os de todos os empregados. Quem está há',
  '  mais tempo na empresa pode ganhar um salário diferente do de quem chega.',
  '  Art. 460 da CLT: sem salário estipulado, o empregado recebe o de quem faz serviço equivalente na mesma empresa ou, na',
  '  falta dele, o que se paga habitualmente por serviço semelhante. A comparação com colegas do mesmo empregador vem',
  '  primeiro. Estes números dizem o que outros empregadores pagaram na ocupação (CBO), no lugar e no período da pergunta;',
  '  eles não dizem que o serviço é semelhante: a CBO classifica o cargo declarado, não as tarefas.',
  '  Intervalo: os registros são todos os que os arquivos têm, não uma amostra, e a mediana deles é exata. O intervalo trata',
  '  esses registros como alguns dos que poderiam existir nas mesmas condições: vem de um método que, repetido,',
  '  contém a mediana de todos eles em 95 de cada 100 vezes. Não mede erros de declaração nem mudanças do mercado.',
  '  Hash (SHA-256): um hash igual prova que o arquivo conferido é, byte a byte, o que foi usado aqui. Não prova que ele veio',
  '  do ministério: para isso, baixe-o do FTP do PDET e compare. Também não prova que o que foi declarado é verdade.',
  '  Exclusões: cada exclusão (EXC) retira a linha correspondente. Uma exclusão sem linha correspondente não retira nada da',
  '  contagem nem dos salários deste laudo; as contagens do ministério descontam todas.',
] as const;

export interface LaudoWords {
  readonly receipt: Pick<
    SearchReceipt,
    'id' | 'query' | 'method' | 'statistics' | 'release' | 'createdAt'
  >;
  readonly address: string;
  readonly corrected: Corrected | null;
}

/** The query, its method and its figures in words. */
export function queryText({ receipt, address, corrected }: LaudoWords): string {
  const { method, statistics, release } = receipt;
  const period = method.period;
  const incomplete = incompleteTitle(method.completeness);
  const to = corrected === null ? '' : numericMonth(corrected.correction.to);
  const at = period === null ? '' : ` (${monthsText(period)})`;
  const amounts = amountsOf(statistics).map((amount) => {
    const later =
      corrected === null
        ? ''
        : `; em ${to}: R$ ${formatAmount(correctedCentavos(corrected, amount))}`;
    return `  ${amount.title}: R$ ${formatAmount(amount.centavos)}${later}`;
  });
  return [
    queryLine(receipt.query),
    '',
    ...(incomplete === null
      ? []
      : [
          `ATENÇÃO. ${incomplete}: ${method.completeness.withoutMov.map(numericMonth).join(', ')}.`,
          incompleteText,
          '',
        ]),
    `Regra: ${method.ruleLabel}. ${method.ruleDescription}`,
    `Dados: versão ${release.number}, publicada em ${formatMoment(release.publishedAt)}.`,
    `Recibo: ${receipt.id}, de ${formatMoment(receipt.createdAt)}. ${address}`,
    '',
    `Registros: ${formatCount(statistics.count)}`,
    `Valores nominais${at}${corrected === null ? '' : ', e de salários corrigidos pelo INPC'}:`,
    ...amounts,
    ...(corrected === null
      ? []
      : [
          `  Cada salário é corrigido do seu mês até ${to}, e só depois se calculam média e percentis.`,
        ]),
    intervalText(statistics),
    '',
    'Como se chegou aos registros:',
    ...method.funnel.map(
      ({ label, removed, remaining }) =>
        `  ${label}: ${formatCount(remaining)}${removed === 0 ? '' : ` (menos ${formatCount(removed)})`}`,
    ),
    '',
    ...readingTexts,
    '',
  ].join('\n');
}
