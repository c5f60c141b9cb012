import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type AuditEntry, auditActions } from '../../../shared/contracts/audit.ts';
import { User } from '../../../shared/contracts/users.ts';
import { formatMoment } from '../../../shared/words/format.ts';
import { Badge } from '../../components/badge.tsx';
import type { Column } from '../../components/table.tsx';
import { detailsText, subjectText } from '../../../shared/sentences/audit-texts.ts';
import { TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { useListUrl } from '../../lib/list-url.ts';
import { getOptions } from '../../lib/get-options.ts';

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    header: 'Ação',
    isRowHeader: true,
    className: '@3xl:w-[16%]',
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
  { header: 'Quem', className: '@3xl:w-[18%]', cell: (entry) => <Text text={actorText(entry)} /> },
  {
    header: 'Sobre',
    className: '@3xl:w-[18%]',
    cell: (entry) => <Text text={subjectText(entry)} />,
  },
  // As wide as an IPv4 address; a longer IPv6 address wraps.
  {
    header: 'De onde',
    className: '@3xl:min-w-28',
    cell: ({ address }) => (address === null ? null : <Text text={address} />),
  },
  {
    header: 'Detalhes',
    className: '@3xl:w-[24%]',
    cell: (entry) =>
      Object.keys(entry.details).length === 0 ? null : <Text text={detailsText(entry)} />,
  },
];

function Text({ text }: { text: string }) {
  return <span className="wrap-anywhere">{text}</span>;
}

function actorText({ actor, actorId }: AuditEntry): string {
  if (actor !== null) return actor;
  return actorId === null ? 'Visitante sem login, ou o sistema' : 'Pessoa eliminada';
}

const actorsOptions = getOptions(['users', 'all'], '/api/admin/users', z.array(User), {
  staleTime: 30_000,
});

/** The filters of the audit log; each filter is a part of the link. */
export function AuditFilters() {
  const { text, change } = useListUrl();
  const people = useQuery(actorsOptions).data ?? [];
  const choose = (name: string) => (value: string) => change({ [name]: value });
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
      <Select
        label="Ação"
        value={text('acao')}
        options={[['', 'Todas'], ...Object.entries(auditActions)]}
        onValue={choose('acao')}
      />
      <Select
        label="Quem"
        value={text('quem')}
        options={[
          ['', 'Todas as pessoas'],
          ...people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`] as const),
        ]}
        onValue={choose('quem')}
      />
      <Select
        label="Resultado"
        value={text('resultado')}
        options={[
          ['', 'Todos'],
          ['success', 'Feito'],
          ['failure', 'Recusado'],
        ]}
        onValue={choose('resultado')}
      />
      <DayFilter label="De" day={text('de')} onDay={choose('de')} />
      <DayFilter label="Até" day={text('ate')} onDay={choose('ate')} />
    </div>
  );
}

/** A day that can be typed: the field holds it while digits of its year are missing, and the link only a whole one. */
function DayFilter({
  label,
  day,
  onDay,
}: {
  label: string;
  day: string;
  onDay: (day: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const handleText = (text: string) => {
    setTyped(text);
    if (!text.startsWith('0')) onDay(text);
  };
  return (
    <TextField
      label={label}
      type="date"
      // Otherwise Chrome takes years of six digits.
      max="9999-12-31"
      value={typed ?? day}
      onText={handleText}
      onBlur={() => setTyped(undefined)}
    />
  );
}
