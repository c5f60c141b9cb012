import { formatMonth, formatReais } from '../../../shared/words/format.ts';
import {
  commonMoney,
  lateIndexText,
  medianIn,
  moneyText,
} from '../../../shared/statistics/deflation.ts';
import type { Chart } from '../../components/charts/chart.ts';
import { drawSeriesLines } from '../../components/charts/series-lines.tsx';
import { titleOf, type ComparedAnswer } from './compare-button.tsx';

/** The median of each month, one line for each selection; null where none has a median. */
export function comparedTrend(compared: readonly ComparedAnswer[]): Chart | null {
  const months = [
    ...new Set(compared.flatMap(({ answer }) => monthsOf(answer).map(({ month }) => month))),
  ].toSorted();
  const found = compared.map(({ answer }) => {
    const byMonth = new Map(monthsOf(answer).map((one) => [one.month, one]));
    return months.map((month) => byMonth.get(month));
  });
  const trends = compared.flatMap(({ answer: { panels } }) => panels?.trend ?? []);
  const money = commonMoney(trends);
  const inMoney = moneyText(trends[0] ?? { realMonth: null }, money);
  const lines = found.map((each) =>
    each.map((month) => (month === undefined ? null : medianIn(month, money))),
  );
  if (lines.every((line) => line.every((reais) => reais === null))) return null;
  return {
    title: 'Mediana por mês',
    summary: compared.map((one, index) => lastText(one, months, lines[index] ?? [])).join(' '),
    legend:
      `${keyText(compared)} Cada linha é a mediana do mês, ${inMoney}, com até doze meses antes do período. ${lateIndexText(trends, money)}`.trimEnd(),
    draw: drawSeriesLines(
      compared.map(({ place, letter }, index) => ({
        index: place,
        letter,
        values: lines[index] ?? [],
      })),
      months.map(formatMonth),
    ),
    table: {
      caption: `Mediana por mês de cada seleção, ${inMoney}`,
      columns: [
        { header: 'Mês', format: 'text' },
        ...compared.flatMap(({ letter }) => [
          { header: `${letter}: mediana`, format: 'reais' as const },
          { header: `${letter}: registros`, format: 'count' as const },
        ]),
      ],
      rows: months.map((month, at) => [
        formatMonth(month),
        ...found.flatMap((each, index) => [lines[index]?.[at] ?? null, each[at]?.count ?? null]),
      ]),
    },
  };
}

const monthsOf = ({ panels }: ComparedAnswer['answer']) => panels?.trend.months ?? [];

/** "A: SP. B: RJ." */
const keyText = (compared: readonly ComparedAnswer[]) =>
  compared.map(({ letter, name }) => `${letter}: ${name}.`).join(' ');

function lastText(
  compared: ComparedAnswer,
  months: readonly string[],
  line: readonly (number | null)[],
): string {
  const at = line.findLastIndex((reais) => reais !== null);
  const [month, reais] = [months[at], line[at]];
  return month === undefined || reais == null
    ? `${titleOf(compared)}: nenhum mês tem mediana.`
    : `${titleOf(compared)}: ${formatReais(reais)} em ${formatMonth(month)}.`;
}
