import { percentile } from '../../../../shared/statistics/percentile.ts';
import type { SheetContent } from '../../../lib/workbook-worker.ts';
import { workbookOf } from '../../../lib/workbook.ts';
import { confidenceLabels, isDoubtful } from '../matching/match-titles.ts';
import { ofReference } from '../market/payroll-words.ts';
import type { PlacedPerson } from '../market/placed-people.ts';
import { type RollReport, methodSentences } from './roll-report.ts';
import { totalGroups, totalsBy, totalsTable } from '../figures/totals.ts';

type PersonColumn = SheetContent['columns'][number] & {
  readonly cell: (placed: PlacedPerson) => string | number | null | undefined;
};

/**
 * The payroll beside the market as a workbook, created in the browser: people, totals, excluded rows, and the method.
 */
export function rollWorkbook(report: RollReport): Promise<Blob> {
  const columns = personColumns(report);
  return workbookOf(
    [
      {
        name: 'Pessoas',
        columns,
        rows: report.placed.map((placed) => columns.map(({ cell }) => cell(placed) ?? null)),
      },
      totalsSheet(report),
      {
        name: 'Ficaram de fora',
        columns: [
          { header: 'Linha', format: 'count', width: 10 },
          { header: 'Por quê', format: 'text', width: 90 },
        ],
        rows: report.roll.refused.map(({ row, text }) => [row, text]),
      },
    ],
    [...(report.outliers === null ? [] : [report.outliers]), ...methodSentences(report)],
  );
}

/** Reais from centavos, per cent from ten-thousandths. */
const hundredth = (value: number | null | undefined) => (value == null ? null : value / 100);
const at = (tenThousandths: number) => (placed: PlacedPerson) =>
  hundredth(placed.cell && percentile(placed.cell.distribution, tenThousandths));

const position: PersonColumn = {
  header: 'Percentil',
  format: 'decimal',
  width: 10,
  cell: ({ percentile: tenths }) => tenths && tenths / 10,
};

function personColumns({ amounts, comparedWith, words, qualities }: RollReport): PersonColumn[] {
  const besideColumns = (name: string): PersonColumn[] => [
    {
      header: `Salário sobre o ${name} (%)`,
      format: 'decimal',
      width: 12,
      cell: (placed) => hundredth(amounts.beside(placed)?.ratio),
    },
    {
      header: `Distância ${ofReference(name)}`,
      format: 'reais',
      width: 14,
      cell: (placed) => hundredth(amounts.beside(placed)?.distance),
    },
    {
      header: `Custo até o ${name}`,
      format: 'reais',
      width: 14,
      cell: (placed) => hundredth(amounts.beside(placed)?.cost),
    },
  ];
  const text = (header: string, width: number, cell: PersonColumn['cell']): PersonColumn => ({
    header,
    format: 'text',
    width,
    cell,
  });
  const money = (header: string, cell: PersonColumn['cell']): PersonColumn => ({
    header,
    format: 'reais',
    width: 14,
    cell,
  });
  return [
    { header: 'Linha', format: 'count', width: 8, cell: ({ person }) => person.row },
    text('Matrícula ou nome', 22, ({ person }) => person.identification),
    text('Cargo', 32, ({ person }) => person.title),
    text('Ocupação (CBO)', 40, ({ code }) => code && words.occupation(code)),
    text('Certeza', 18, ({ confidence }) => confidenceLabels[confidence]),
    text('Lugar', 22, ({ person }) => words.place(person)),
    text('Área', 18, ({ person }) => person.area),
    text('Sexo', 7, ({ person }) => person.sex),
    { header: 'Admissão', format: 'day', width: 12, cell: ({ person }) => person.hired },
    { header: 'Horas', format: 'decimal', width: 8, cell: ({ person }) => person.hours / 100 },
    money('Salário', ({ person }) => hundredth(person.centavos)),
    money('Salário em 44 h', ({ equalised }) => hundredth(equalised)),
    ...(comparedWith === null ? [] : [position]),
    money('P25', at(2500)),
    money('Mediana', at(5000)),
    money('P75', at(7500)),
    ...(comparedWith === null ? [] : besideColumns(comparedWith)),
    text('Mercado usado', 50, ({ cell, code, confidence }) =>
      cell ? words.cell(cell) : noMarket(code, confidence),
    ),
    {
      header: 'Registros',
      format: 'count',
      width: 10,
      cell: ({ cell }) => cell?.distribution.count,
    },
    text('Qualidade', 12, ({ cell }) => cell && qualities.of(cell).label),
    text('Por que foi ampliado', 50, (placed) => words.widening(placed)),
  ];
}

/** Why a person has no market. */
function noMarket(code: PlacedPerson['code'], confidence: PlacedPerson['confidence']): string {
  if (code === null) return 'ocupação não encontrada';
  return isDoubtful(confidence) ? 'ocupação a confirmar' : 'sem registros suficientes';
}

/** The totals of all people and of each group, one below the other. */
function totalsSheet({ placed, amounts, words, total, comparedWith }: RollReport): SheetContent {
  const all = [
    { label: 'Todos', totals: [total] },
    ...Object.values(totalGroups(words)).map(({ label, nameOf }) => ({
      label,
      totals: totalsBy(placed, amounts, nameOf),
    })),
  ];
  return {
    name: 'Totais',
    columns: [
      { header: 'Por', format: 'text', width: 12 },
      ...totalsTable([], 'Grupo', comparedWith).columns.map((column, index) => ({
        ...column,
        width: index === 0 ? 44 : 16,
      })),
    ],
    rows: all.flatMap(({ label, totals }) =>
      totalsTable(totals, label, comparedWith).rows.map((row) => [label, ...row]),
    ),
  };
}
