import {
  formatCount,
  formatMonth,
  formatReais,
  formatSigned,
} from '../../../shared/words/format.ts';
import type { IntegrityBadge, IntegrityRow } from '../../../shared/contracts/integrity.ts';
import { Badge } from '../../components/badge.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { missingNote } from './integrity-texts.ts';

const tones = {
  confere: 'good',
  diverge: 'danger',
  parcial: 'warm',
  'não carregado': 'neutral',
  'sem referência': 'neutral',
} as const satisfies Record<IntegrityBadge, string>;

type Counted = 'admissions' | 'separations' | 'balance';

const countColumn = (header: string, name: Counted): Column<IntegrityRow> => ({
  header,
  align: 'right',
  cell: ({ ours, official, difference }) => (
    <Compared
      ours={ours[name]}
      official={official[name]}
      difference={difference[name]}
      format={formatCount}
    />
  ),
});

const wageColumn = (header: string, name: 'nominalWage' | 'realWage'): Column<IntegrityRow> => ({
  header,
  align: 'right',
  cell: ({ [name]: { badge, ...compared } }) => (
    <>
      <Compared {...compared} format={formatReais} />
      {(badge === 'diverge' || badge === 'parcial') && (
        <div className="mt-1 @3xl:text-right">
          <Badge tone={tones[badge]}>{badge}</Badge>
        </div>
      )}
    </>
  ),
});

const columns: readonly Column<IntegrityRow>[] = [
  {
    header: 'Mês e série',
    isRowHeader: true,
    className: '@3xl:w-[18%]',
    cell: (row) => <MonthCell row={row} />,
  },
  countColumn('Admissões', 'admissions'),
  countColumn('Desligamentos', 'separations'),
  countColumn('Saldo', 'balance'),
  wageColumn('Salário médio de admissão, nominal', 'nominalWage'),
  wageColumn('Salário médio de admissão, real', 'realWage'),
  { header: 'Conferência', className: '@3xl:w-[13%]', cell: (row) => <StandingCell row={row} /> },
];

/** Each month and series: our counts and wages, and whether they equal MTE's. */
export function IntegrityTable({ rows }: { rows: readonly IntegrityRow[] }) {
  return (
    <StackingTable
      caption="Números desta versão dos dados ao lado dos do MTE"
      columns={columns}
      rows={rows}
      rowKey={({ month, series, edition }) => `${month} ${series} ${edition ?? ''}`}
    />
  );
}

function MonthCell({ row: { month, series, edition, source, isImported } }: { row: IntegrityRow }) {
  return (
    <>
      <span className="font-medium">{formatMonth(month)}</span> · {series}
      {series === 'ajustada' && (
        <span className="block text-fine text-muted">
          as contagens descontam todas as exclusões, também as sem linha correspondente
        </span>
      )}
      {edition !== null && (
        <span className="block text-fine text-muted">
          edição de {formatMonth(edition)}
          {isImported && ', importada'}
        </span>
      )}
      {source !== null && (
        <span className="block text-fine wrap-anywhere text-muted">{source}</span>
      )}
    </>
  );
}

function StandingCell({ row }: { row: IntegrityRow }) {
  return (
    <>
      <Badge tone={tones[row.badge]}>{row.badge}</Badge>
      {row.badge === 'parcial' && (
        <span className="mt-1 block text-fine text-muted">{missingNote(row.missing)}</span>
      )}
    </>
  );
}

/** Our figure; MTE's figure and the difference are shown only if the two are not equal. */
function Compared({
  ours,
  official,
  difference,
  format,
}: {
  /** Null if nothing of the month is loaded. */
  ours: number | null;
  /** Null if MTE's figure is not known. */
  official: number | null;
  /** Null if either figure is not known. */
  difference: number | null;
  format: (figure: number) => string;
}) {
  const isEqual = difference === 0;
  if (ours === null && official === null) return <span className="text-muted">—</span>;
  return (
    <div className="tabular-nums @3xl:text-right">
      {ours !== null && <span className="font-medium whitespace-nowrap">{format(ours)}</span>}
      {isEqual && <span className="block text-fine text-muted">igual ao MTE</span>}
      {official !== null && !isEqual && (
        <span className="block whitespace-nowrap text-muted">MTE {format(official)}</span>
      )}
      {difference !== null && !isEqual && (
        <span className="block font-medium whitespace-nowrap">
          dif. {formatSigned(difference, format)}
        </span>
      )}
    </div>
  );
}
