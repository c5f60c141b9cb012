import { formatMonth, formatReais } from '../../../shared/words/format.ts';
import { commonMoney, medianIn, moneyText } from '../../../shared/statistics/deflation.ts';
import type { Chart } from '../../components/charts/chart.ts';
import { drawSeriesLines } from '../../components/charts/series-lines.tsx';
import { titleOf, type Compared } from './compare-button.tsx';

/** The median of each month, one line for each selection; null where none has a median. */
export function comparedTrend(compared: readonly Compared[]): Chart | null {
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
  // A selection without a response yet reserves its colour and its mark.
  const places = Array.from(
    { length: Math.max(...compared.map(({ place }) => place)) + 1 },
    (_, place) => compared.find((one) => one.place === place),
  );
  return {
    title: 'Mediana por mês',
    summary: compared.map((one, index) => lastText(one, months, lines[index] ?? [])).join(' '),
    legend: `${keyText(compared)} Cada linha é a mediana do mês, ${inMoney}, com até doze meses antes do período.`,
    draw: drawSeriesLines(
      places.map((at) => ({ label: at?.letter ?? '', name: at?.name ?? '' })),
      places.map((at) => (at === undefined ? [] : (lines[compared.indexOf(at)] ?? []))),
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

const monthsOf = ({ panels }: Compared['answer']) => panels?.trend.months ?? [];

/** "A: SP. B: RJ." */
export const keyText = (compared: readonly Compared[]) =>
  compared.map(({ letter, name }) => `${letter}: ${name}.`).join(' ');

function lastText(
  compared: Compared,
  months: readonly string[],
  line: readonly (number | null)[],
): string {
  const at = line.findLastIndex((reais) => reais !== null);
  const [month, reais] = [months[at], line[at]];
  return month === undefined || reais == null
    ? `${titleOf(compared)}: nenhum mês tem mediana.`
    : `${titleOf(compared)}: ${formatReais(reais)} em ${formatMonth(month)}.`;
}
