import { useQuery } from '@tanstack/react-query';
import { auditActions } from '../../../shared/contracts/audit.ts';
import { TextField } from '../../components/field.tsx';
import { optionsWithAll, Select } from '../../components/select.tsx';
import { actorsOptions } from './audit-options.ts';

/** The filters of the audit log; each filter is a part of the link. */
export function AuditFilters({
  text,
  change,
}: {
  text: (name: string) => string;
  change: (changes: Record<string, string>) => void;
}) {
  const people = useQuery(actorsOptions).data ?? [];
  const choose = (name: string) => (value: string) =>
    change({ [name]: value === 'all' ? '' : value });
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
      <Select
        label="Ação"
        value={text('acao') || 'all'}
        options={optionsWithAll('Todas', Object.entries(auditActions))}
        onValue={choose('acao')}
      />
      <Select
        label="Quem"
        value={text('quem') || 'all'}
        options={optionsWithAll(
          'Todas as pessoas',
          people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`] as const),
        )}
        onValue={choose('quem')}
      />
      <Select
        label="Resultado"
        value={text('resultado') || 'all'}
        options={optionsWithAll('Todos', [
          ['success', 'Feito'],
          ['failure', 'Recusado'],
        ])}
        onValue={choose('resultado')}
      />
      <TextField label="De" type="date" value={text('de')} onText={choose('de')} />
      <TextField label="Até" type="date" value={text('ate')} onText={choose('ate')} />
    </div>
  );
}
