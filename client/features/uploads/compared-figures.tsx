import type { ComparedFile, Figures } from '../../../shared/contracts/comparison.ts';
import {
  formatCount,
  formatLongMonth,
  formatMonth,
  formatReais,
  formatSignedRatio,
} from '../../../shared/words/format.ts';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';

type Measure = keyof Figures;

const measures = [
  ['lines', 'Linhas'],
  ['admissions', 'Admissões'],
  ['separations', 'Desligamentos'],
  ['balance', 'Saldo'],
  ['meanWage', 'Salário médio'],
  ['medianWage', 'Salário mediano'],
] as const satisfies readonly (readonly [Measure, string])[];

type Row = { name: string; figures: Figures; isThis: boolean };

/** The file beside its published version and the neighbouring months, with its difference from each. */
export function FiguresBeside({ file }: { file: ComparedFile }) {
  const { total, published, neighbours, month } = file;
  const rows: Row[] = [
    { name: `Este arquivo, ${formatMonth(month)}`, figures: total, isThis: true },
    ...(published === null
      ? []
      : [{ name: 'Versão publicada', figures: published, isThis: false }]),
    ...neighbours.map((neighbour) => ({
      name: formatLongMonth(neighbour.month),
      figures: neighbour.figures,
      isThis: false,
    })),
  ];
  return (
    <>
      <StackingTable
        caption={`${file.name} ao lado do que está publicado`}
        columns={[nameColumn, ...measures.map((measure) => besideColumn(measure, total))]}
        rows={rows}
        rowKey={({ name }) => name}
      />
      <p className="mt-2 text-dense text-muted">
        {rows.length === 1
          ? 'Não há versão publicada deste mês nem meses vizinhos com que comparar.'
          : 'Abaixo de cada número, a diferença deste arquivo em relação a ele.'}
      </p>
    </>
  );
}

const nameColumn: Column<Row> = {
  header: 'Dados',
  isRowHeader: true,
  cell: ({ name, isThis }) => <span className={isThis ? 'font-medium' : ''}>{name}</span>,
};

function besideColumn([name, header]: readonly [Measure, string], now: Figures): Column<Row> {
  return {
    header,
    align: 'right',
    cell: ({ figures, isThis }) => (
      <span className={isThis ? 'font-medium' : ''}>
        {figureText(name, figures)}
        <span className="block text-fine text-muted">
          {!isThis && differenceText(now[name], figures[name])}
        </span>
      </span>
    ),
  };
}

type MonthRow = ComparedFile['months'][number];

/** The figures of a file by month of movement, against the published version. */
export function FiguresByMonth({ file }: { file: ComparedFile }) {
  return (
    <StackingTable
      caption={`${file.name} por mês do movimento`}
      columns={[monthColumn, ...measures.map(byMonthColumn)]}
      rows={file.months}
      rowKey={({ month }) => month}
    />
  );
}

const monthColumn: Column<MonthRow> = {
  header: 'Mês',
  isRowHeader: true,
  cell: ({ month }) => formatMonth(month),
};

function byMonthColumn([name, header]: readonly [Measure, string]): Column<MonthRow> {
  return {
    header,
    align: 'right',
    cell: ({ now, published }) => (
      <>
        {figureText(name, now)}
        {published !== null && (
          <span className="block text-fine text-muted">antes {figureText(name, published)}</span>
        )}
      </>
    ),
  };
}

function figureText(name: Measure, figures: Figures): string {
  const figure = figures[name];
  if (figure === null) return '—';
  return name === 'meanWage' || name === 'medianWage' ? formatReais(figure) : formatCount(figure);
}

/** The relative difference between two figures: "+12,3 %"; undefined if it cannot be computed. */
export function differenceText(now: number | null, other: number | null): string | undefined {
  if (now === null || other === null || other <= 0) return undefined;
  const share = now / other - 1;
  if (share === 0) return 'igual';
  return formatSignedRatio(share);
}
