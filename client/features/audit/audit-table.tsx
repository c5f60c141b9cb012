import type { AuditEntry } from '../../../shared/contracts/audit.ts';
import { formatMoment } from '../../../shared/words/format.ts';
import { Badge } from '../../components/badge.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { detailsText, subjectText } from '../../../shared/sentences/audit-texts.ts';

const columns: readonly Column<AuditEntry>[] = [
  {
    header: 'Ação',
    isRowHeader: true,
    className: '@3xl:w-[20%]',
    cell: ({ actionLabel, outcome }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{actionLabel}</span>
        {outcome === 'failure' && <Badge tone="danger">Recusado</Badge>}
      </span>
    ),
  },
  {
    header: 'Quando',
    cell: ({ at }) => <span className="whitespace-nowrap">{formatMoment(at)}</span>,
  },
  { header: 'Quem', className: '@3xl:w-[22%]', cell: (entry) => <Text text={actorText(entry)} /> },
  {
    header: 'Sobre',
    className: '@3xl:w-[22%]',
    cell: (entry) => <Text text={subjectText(entry)} />,
  },
  { header: 'De onde', cell: ({ address }) => <Text text={address ?? '—'} /> },
  { header: 'Detalhes', cell: (entry) => <Text text={detailsText(entry)} /> },
];

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <StackingTable caption="Auditoria" columns={columns} rows={entries} rowKey={({ id }) => id} />
  );
}

function Text({ text }: { text: string }) {
  return <span className="wrap-anywhere">{text}</span>;
}

function actorText({ actor, actorId }: AuditEntry): string {
  if (actor !== null) return actor;
  return actorId === null ? 'Alguém sem sessão, ou o sistema' : 'Pessoa eliminada';
}
