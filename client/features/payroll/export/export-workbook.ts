import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/browser';
import { isIncomplete } from '../../../../shared/statistics/completeness.ts';
import { percentile } from '../../../../shared/statistics/percentile.ts';
import { confidenceLabels, isDoubtful } from '../matching/match-titles.ts';
import { ofReference, outlierText, referenceText } from '../market/payroll-words.ts';
import type { PlacedPerson } from '../market/placed-people.ts';
import { methodSentences, type RollReport } from './roll-report.ts';
import { totalGroups, type TotalGroup, totalsBy } from '../figures/totals.ts';

interface ReportColumn {
  readonly header: string;
  readonly width: number;
  readonly cell: (placed: PlacedPerson) => Cell;
}

const text = (value: string): Cell => ({ value, type: String });
const count = (value: number): Cell => ({ value, type: Number, format: '#,##0' });
const money = (centavos: number | null | undefined): Cell =>
  centavos === null || centavos === undefined
    ? null
    : { value: centavos / 100, type: Number, format: '#,##0.00' };
const decimal = (value: number | null): Cell =>
  value === null ? null : { value, type: Number, format: '0.0' };
const head = (value: string): Cell => ({
  value,
  type: String,
  fontWeight: 'bold',
  wrap: true,
  alignVertical: 'top',
});

const at = (tenThousandths: number) => (placed: PlacedPerson) =>
  money(placed.cell && percentile(placed.cell.distribution, tenThousandths));
const widths = (list: readonly number[]) => list.map((width) => ({ width }));

/**
 * The payroll beside the market as a workbook, created in the browser: people, totals, excluded rows, and the method.
 */
export function rollWorkbook(report: RollReport): Promise<Blob> {
  const columns = peopleColumns(report);
  const people: Row[] = [
    columns.map(({ header }) => head(header)),
    ...report.placed.map((placed) => columns.map(({ cell }) => cell(placed))),
  ];
  return writeXlsxFile([
    {
      sheet: 'Pessoas',
      data: people,
      columns: widths(columns.map(({ width }) => width)),
      stickyRowsCount: 1,
    },
    { sheet: 'Totais', data: totalRows(report), columns: widths([18, 44, 10, 12, 16, 14, 10, 16]) },
    {
      sheet: 'Ficaram de fora',
      data: [
        [head('Linha'), head('Por quê')],
        ...report.roll.refused.map(({ row, text: why }) => [count(row), text(why)]),
      ],
      columns: widths([10, 90]),
    },
    {
      sheet: 'Método',
      data: [outlierText(report.placed, report.amounts) ?? [], ...methodSentences(report)]
        .flat()
        .map((sentence) => [{ ...wrapped, value: sentence }]),
      columns: widths([110]),
    },
  ]).toBlob();
}

const wrapped = { type: String, wrap: true } as const;

function peopleColumns(report: RollReport): ReportColumn[] {
  const { amounts, reference, words, qualities, completeness } = report;
  const name = referenceText(reference);
  const besideColumns: ReportColumn[] = [
    {
      header: `Salário sobre o ${name} (%)`,
      width: 12,
      cell: (placed) => {
        const ratio = amounts.beside(placed)?.ratio;
        return decimal(ratio === undefined ? null : ratio / 100);
      },
    },
    {
      header: `Distância ${ofReference(name)}`,
      width: 14,
      cell: (placed) => money(amounts.beside(placed)?.distance),
    },
    {
      header: `Custo até o ${name}`,
      width: 14,
      cell: (placed) => money(amounts.beside(placed)?.cost),
    },
  ];
  return [
    { header: 'Linha', width: 8, cell: ({ person }) => count(person.row) },
    { header: 'Matrícula ou nome', width: 22, cell: ({ person }) => text(person.identification) },
    { header: 'Cargo', width: 32, cell: ({ person }) => text(person.title) },
    {
      header: 'Ocupação (CBO)',
      width: 40,
      cell: ({ code }) => text(code === null ? '' : words.occupation(code)),
    },
    { header: 'Certeza', width: 18, cell: ({ confidence }) => text(confidenceLabels[confidence]) },
    { header: 'Lugar', width: 22, cell: ({ person }) => text(words.place(person)) },
    { header: 'Área', width: 18, cell: ({ person }) => text(person.area) },
    { header: 'Sexo', width: 7, cell: ({ person }) => text(person.sex ?? '') },
    { header: 'Admissão', width: 12, cell: ({ person }) => day(person.hired) },
    { header: 'Horas', width: 8, cell: ({ person }) => decimal(person.hours / 100) },
    { header: 'Salário', width: 14, cell: ({ person }) => money(person.centavos) },
    { header: 'Salário em 44 h', width: 14, cell: ({ equalised }) => money(equalised) },
    {
      header: 'Percentil',
      width: 10,
      cell: ({ percentile: tenths }) => decimal(tenths === null ? null : tenths / 10),
    },
    { header: 'P25', width: 14, cell: at(2500) },
    { header: 'Mediana', width: 14, cell: at(5000) },
    { header: 'P75', width: 14, cell: at(7500) },
    ...(isIncomplete(completeness) ? [] : besideColumns),
    {
      header: 'Mercado usado',
      width: 50,
      cell: ({ cell, code, confidence }) =>
        text(cell ? words.cell(cell) : noMarket(code, confidence)),
    },
    { header: 'Registros', width: 10, cell: ({ cell }) => cell && count(cell.distribution.count) },
    { header: 'Qualidade', width: 12, cell: ({ cell }) => cell && text(qualities.of(cell).label) },
    {
      header: 'Por que foi ampliado',
      width: 50,
      cell: (placed) => text(words.widening(placed) ?? ''),
    },
  ];
}

/** Why a person has no market. */
function noMarket(code: PlacedPerson['code'], confidence: PlacedPerson['confidence']): string {
  if (code === null) return 'ocupação não encontrada';
  return isDoubtful(confidence) ? 'ocupação a confirmar' : 'sem registros suficientes';
}

const day = (hired: string | null): Cell =>
  hired === null
    ? null
    : { value: new Date(`${hired}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };

const groupNames: Readonly<Record<TotalGroup, string>> = {
  area: 'Área',
  sexo: 'Sexo',
  ocupacao: 'Ocupação',
};

function totalRows(report: RollReport): Row[] {
  const { placed, amounts, words, reference, total, completeness } = report;
  const hasMarket = !isIncomplete(completeness);
  const name = referenceText(reference);
  const groups = totalGroups(words);
  const all = [
    { by: 'Todos', totals: [total] },
    ...(['area', 'sexo', 'ocupacao'] as const).map((group) => ({
      by: groupNames[group],
      totals: totalsBy(placed, amounts, groups[group]),
    })),
  ];
  return [
    [
      head('Por'),
      head('Grupo'),
      head('Pessoas'),
      head('No mercado'),
      head('Folha por mês'),
      ...(hasMarket ? [head(`Sobre o ${name} (%)`), head('Abaixo'), head('Custo por mês')] : []),
    ],
    ...all.flatMap(({ by, totals }) =>
      totals.map((one) => [
        text(by),
        text(one.name),
        count(one.people),
        count(one.placed),
        money(one.payroll),
        ...(hasMarket
          ? [
              decimal(one.ratio === null ? null : one.ratio / 100),
              count(one.below),
              money(one.cost),
            ]
          : []),
      ]),
    ),
  ];
}
