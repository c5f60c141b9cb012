import { percentile } from '../../../../shared/statistics/percentile.ts';
import type { SheetContent } from '../../../lib/workbook-worker.ts';
import { workbookOf } from '../../../lib/workbook.ts';
import { confidenceLabels, isDoubtful } from '../matching/match-titles.ts';
import { ofReference, toReference } from '../market/payroll-words.ts';
import type { PlacedPerson } from '../market/placed-people.ts';
import { roundedTenths } from '../market/position.ts';
import type { Roll } from '../reading/read-people.ts';
import { type RollReport, methodSentences, readingNotes, rollNotice } from './roll-report.ts';
import { totalGroups, totalsBy, totalsTable } from '../figures/totals.ts';

/** A column of the people's sheet; its width is in characters. */
type PersonColumn = readonly [
  header: string,
  format: SheetContent['columns'][number]['format'],
  width: number,
  cell: (placed: PlacedPerson) => string | number | null | undefined,
];

/** The payroll beside the market as a workbook, made in the browser. */
export const rollWorkbook = (report: RollReport): Promise<Blob> =>
  workbookOf({
    sheets: rollSheets(report),
    about: [...report.warnings, ...readingNotes(report.roll), ...methodSentences(report)],
  });

/** The sheets before the method: people, totals, excluded rows, incomplete rows. */
export function rollSheets(report: RollReport): SheetContent[] {
  const columns = personColumns(report);
  return [
    {
      name: 'Pessoas',
      notice: rollNotice(report),
      columns: columns.map(([header, format, width]) => ({ header, format, width })),
      rows: report.placed.map((placed) => columns.map(([, , , cell]) => cell(placed) ?? null)),
    },
    totalsSheet(report),
    problemsSheet('Ficaram de fora', report.roll.refused),
    problemsSheet('Entraram incompletas', report.roll.doubts),
  ];
}

const problemsSheet = (name: string, problems: Roll['refused']): SheetContent => ({
  name,
  notice: null,
  columns: [
    { header: 'Linha', format: 'count', width: 10 },
    { header: 'Por quê', format: 'text', width: 90 },
  ],
  rows: problems.map(({ row, text }) => [row, text]),
});

/** Reais from centavos. */
const hundredth = (value: number | null | undefined) => (value == null ? null : value / 100);
/** Per cent from whole thousandths. */
const tenth = (value: number | null | undefined) => (value == null ? null : value / 10);
const at = (tenThousandths: number) => (placed: PlacedPerson) =>
  hundredth(placed.cell && percentile(placed.cell.distribution, tenThousandths));

function personColumns({
  amounts,
  comparedWith,
  words,
  qualityOf,
}: RollReport): readonly PersonColumn[] {
  const position: PersonColumn = [
    'Percentil',
    'decimal',
    10,
    (placed) => {
      const tenths = amounts.percentileOf(placed);
      return tenth(tenths && roundedTenths(tenths));
    },
  ];
  const besideColumns = (name: string): PersonColumn[] => [
    [
      `Salário em relação ${toReference(name)} (%)`,
      'decimal',
      12,
      (placed) => tenth(amounts.comparison(placed)?.ratio),
    ],
    [
      `Distância ${ofReference(name)}`,
      'reais',
      14,
      (placed) => hundredth(amounts.comparison(placed)?.distance),
    ],
    [
      `Custo para chegar ${toReference(name)}`,
      'reais',
      14,
      (placed) => hundredth(amounts.comparison(placed)?.cost),
    ],
  ];
  return [
    ['Linha', 'count', 8, ({ person }) => person.row],
    ['Matrícula ou nome', 'text', 22, ({ person }) => person.identification],
    ['Cargo', 'text', 32, ({ person }) => person.title],
    ['Ocupação (CBO)', 'text', 40, ({ code }) => code && words.occupation(code)],
    ['Certeza', 'text', 18, ({ confidence }) => confidenceLabels[confidence]],
    ['Lugar', 'text', 22, ({ person }) => words.place(person)],
    ['Área', 'text', 18, ({ person }) => person.area],
    ['Sexo', 'text', 7, ({ person }) => person.sex],
    ['Admissão', 'day', 12, ({ person }) => person.hired],
    ['Horas', 'decimal', 8, ({ person }) => person.hours / 100],
    ['Salário', 'reais', 14, ({ person }) => hundredth(person.centavos)],
    ['Salário em 44 h', 'reais', 14, ({ equalised }) => hundredth(equalised)],
    ...(comparedWith === null ? [] : [position]),
    ['P25', 'reais', 14, at(2500)],
    ['Mediana', 'reais', 14, at(5000)],
    ['P75', 'reais', 14, at(7500)],
    ...(comparedWith === null ? [] : besideColumns(comparedWith)),
    [
      'Mercado usado',
      'text',
      50,
      ({ cell, code, confidence }) => (cell ? words.cell(cell) : noMarket(code, confidence)),
    ],
    ['Registros', 'count', 10, ({ cell }) => cell?.distribution.count],
    ['Qualidade', 'text', 12, ({ cell }) => cell && qualityOf(cell).label],
    ['Por que foi ampliado', 'text', 50, (placed) => words.widening(placed)],
  ];
}

function noMarket(code: PlacedPerson['code'], confidence: PlacedPerson['confidence']): string {
  if (code === null) return 'ocupação não encontrada';
  return isDoubtful(confidence) ? 'ocupação a confirmar' : 'sem registros suficientes';
}

/** The totals of all people and of each group, one below the other. */
function totalsSheet(report: RollReport): SheetContent {
  const { placed, amounts, words, total, comparedWith } = report;
  const all = [
    { label: 'Todos', totals: [total] },
    ...Object.values(totalGroups(words)).map(({ label, nameOf }) => ({
      label,
      totals: totalsBy(placed, amounts, nameOf),
    })),
  ];
  return {
    name: 'Totais',
    notice: rollNotice(report),
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
