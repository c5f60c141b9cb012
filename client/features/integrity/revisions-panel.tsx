import { useQuery } from '@tanstack/react-query';
import {
  type MonthRevisions,
  type RevisionBand,
  minForBand,
} from '../../../shared/contracts/revisions.ts';
import {
  formatCount,
  formatMonth,
  formatCounted,
  formatSignedRatio,
} from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Fold } from '../../components/fold.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { expectedNote, expectedRange } from '../../../shared/sentences/expected-change.ts';
import { monthRevisionsOptions } from '../../lib/month-revisions.ts';

/** How much months changed after their first declaration, by delay. */
export function RevisionsPanel() {
  const revisions = useQuery(monthRevisionsOptions);
  return (
    <Panel title="Quanto um mês novo costuma mudar">
      <AsyncPanel query={revisions} skeleton={<Skeleton className="h-40" />}>
        {(answer) => <Moved {...answer} />}
      </AsyncPanel>
    </Panel>
  );
}

const bandColumns: readonly Column<RevisionBand>[] = [
  { header: 'Meses depois', isRowHeader: true, cell: ({ delay }) => delay },
  { header: 'Meses vistos', align: 'right', cell: ({ months }) => formatCount(months) },
  { header: 'Menor', align: 'right', cell: ({ lowest }) => shareText(lowest) },
  { header: 'Mediana', align: 'right', cell: ({ median }) => shareText(median) },
  { header: 'Maior', align: 'right', cell: ({ highest }) => shareText(highest) },
];

const shareText = (share: number | null) => (share === null ? '—' : formatSignedRatio(share));

function Moved({ months, bands, isSynthetic }: MonthRevisions) {
  const hasProvisional = months.some(({ expected }) => expected !== null);
  return (
    <>
      <p className="max-w-prose">{revisionFinding(bands)}</p>
      <p className="mt-1 mb-3 max-w-prose text-dense text-muted">
        Por até doze meses depois da publicação, um mês ainda recebe declarações fora do prazo (FOR)
        e exclusões (EXC). Estas contagens descontam todas as exclusões; as pesquisas descontam só
        as que têm linha correspondente. As mudanças são das admissões, em relação às declaradas no
        prazo.
        {isSynthetic && ' Estes meses são sintéticos, de demonstração.'}
      </p>
      {bands.length > 0 && (
        <>
          <Table
            caption="Mudança das admissões por meses de atraso"
            columns={bandColumns}
            rows={bands}
            rowKey={({ delay }) => String(delay)}
          />
          <Fold title="Mês por mês">
            <Table
              caption="Mudança das admissões de cada mês, por meses de atraso"
              columns={[
                ...monthColumns,
                ...(hasProvisional ? [expectedColumn] : []),
                ...bands.map(delayColumn),
              ]}
              rows={months}
              rowKey={({ month }) => month}
              regionClass="max-h-120"
            />
            {hasProvisional && (
              <p className="mt-2 max-w-prose text-dense text-muted">{expectedNote}</p>
            )}
          </Fold>
        </>
      )}
    </>
  );
}

type FollowedMonth = MonthRevisions['months'][number];

const monthColumns: readonly Column<FollowedMonth>[] = [
  { header: 'Mês', isRowHeader: true, cell: ({ month }) => formatMonth(month) },
  { header: 'No prazo', align: 'right', cell: ({ declared }) => formatCount(declared) },
];

const expectedColumn: Column<FollowedMonth> = {
  header: 'Ainda deve variar',
  align: 'right',
  cell: expectedRange,
};

const delayColumn = ({ delay }: RevisionBand): Column<FollowedMonth> => ({
  header: `+${delay}`,
  align: 'right',
  cell: ({ declared, admissions }) => {
    const later = admissions[delay - 1];
    return later === undefined || declared === 0
      ? ''
      : formatSignedRatio((later - declared) / declared);
  },
});

/** A year of months: with fewer, the range describes only these months, not the usual change. */
const minForUsual = 12;

/** How much a new month usually still changes, at the longest delay that the history supports. */
export function revisionFinding(bands: readonly RevisionBand[]): string {
  const known = bands.findLast(({ median }) => median !== null);
  if (known === undefined || known.lowest === null || known.median === null) {
    return `Ainda não há histórico para dizer quanto um mês novo costuma mudar: são necessários ${minForBand} meses com os arquivos FOR e EXC dos meses seguintes.`;
  }
  const { delay, months, lowest, median, highest } = known;
  const range = `de ${formatSignedRatio(lowest)} a ${formatSignedRatio(highest ?? median)}`;
  if (months < minForUsual) {
    return `Em ${formatCounted(delay, 'mês', 'meses')}, as admissões dos ${months} meses acompanhados até agora mudaram ${range} (mediana ${formatSignedRatio(median)}). São poucos meses para dizer o que é usual.`;
  }
  return `Em ${formatCounted(delay, 'mês', 'meses')}, as admissões de um mês novo costumam mudar ${formatSignedRatio(median)} (mediana de ${months} meses acompanhados; ${range}).`;
}
