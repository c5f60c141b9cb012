import { suppressionNote } from '../../../../shared/statistics/suppression-note.ts';
import { formatMonth } from '../../../../shared/words/format.ts';
import type { TrendPanel } from '../../../../shared/contracts/panels.ts';
import { columnsWithoutShare } from '../../../../shared/statistics/catalogue.ts';
import { yearOnYear, yearOnYearHeader } from '../../../../shared/statistics/year-on-year.ts';
import { type Book, groupLabel } from './book.ts';
import { monthSerial } from './cells.ts';
import { salarySeries, writeChart } from './charts.ts';
import { wholeReais } from './formats.ts';
import { headRows } from './sheet.ts';
import { columnsOf, writeTable, type TableColumn } from './table.ts';

type Month = TrendPanel['months'][number];

/** Writes the figures by month, in each month's money and corrected for inflation, with a line for each quartile. */
export function writeTrend(book: Book) {
  const { model } = book;
  const sheet = book.addGroupedSheet('Tendência', 'Tendências');
  const trends = model.selections.map(({ answer }) => answer.panels?.trend);
  const months = [
    ...new Set(trends.flatMap((trend) => trend?.months.map(({ month }) => month) ?? [])),
  ].toSorted();
  const table = writeTable(
    sheet,
    headRows,
    [{ header: 'Mês', format: 'month', values: months.map(monthSerial) }],
    model.selections.map((selection, index) => ({
      label: groupLabel(model, selection),
      columns: monthColumns(trends[index], months),
    })),
  );
  sheet.freezeAbove(table.firstRow, 1);
  const notes = [
    'Período pedido: “Não” marca os meses anteriores, mostrados para a comparação com um ano antes.',
    'Mediana real: cada salário é corrigido pelo INPC do seu mês antes do cálculo; vazia enquanto o índice do mês não é conhecido.',
    `${yearOnYearHeader}: da mediana nominal; vazia com poucos registros, sem os meses necessários ou se pode ser acaso.`,
    suppressionNote,
    ...model.provisional,
  ];
  const below = sheet.paragraphs(table.lastRow + 2, notes, 'note');
  writeChart(sheet, [below + 1, 0], {
    kind: 'lines',
    title: model.selections.length > 1 ? 'Mediana por mês' : 'Salários por mês: Q1, mediana e Q3',
    altText: 'Linhas: os salários de cada mês da movimentação, em valores nominais',
    rows: table,
    categories: 0,
    series: salarySeries(table),
    categoryAxis: 'Mês da movimentação',
    valueAxis: 'Salário, em valores nominais',
    valueFormat: wholeReais,
    categoryFormat: '[$-416]mmm/yyyy',
    widthPixels: 900,
  });
}

function monthColumns(trend: TrendPanel | undefined, months: readonly string[]): TableColumn[] {
  const byMonth = new Map(trend?.months.map((month) => [month.month, month]));
  const realMonth = trend?.realMonth ?? null;
  const real = realMonth === null ? 'Mediana real' : `Mediana real (${formatMonth(realMonth)})`;
  return columnsOf(
    months.map((month) => byMonth.get(month)),
    [
      ['Período pedido', 'text', (month) => month && (month.isRequested ? 'Sim' : 'Não')],
      ...columnsWithoutShare.map(
        ({ key, header, format }) => [header, format, (month?: Month) => month?.[key]] as const,
      ),
      [real, 'reais', (month) => month?.real?.median],
      [yearOnYearHeader, 'change', (month) => month && change(trend, month.month)],
    ],
  );
}

/** The change against a year before, without the error of the quotient; the cell's format rounds it. */
function change(trend: TrendPanel | undefined, month: string): number | undefined {
  const share = trend === undefined ? null : yearOnYear(trend, month, 'nominal');
  return share === null ? undefined : Number(share.toFixed(12));
}
