import { useQuery } from '@tanstack/react-query';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import { uploadColumns } from './upload-list.tsx';
import { uploadListOptions } from './upload-options.ts';

const mostRecent = 10;

export function RecentUploads() {
  const recent = useQuery(uploadListOptions('', 1));
  return (
    <AsyncPanel query={recent} skeleton={<Skeleton className="h-40" />}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="text-muted">
            Nenhum envio ainda. O primeiro mês enviado aparece aqui, com o resultado.
          </p>
        ) : (
          <StackingTable
            caption="Envios recentes"
            columns={uploadColumns}
            rows={rows.slice(0, mostRecent)}
            rowKey={({ id }) => id}
          />
        )
      }
    </AsyncPanel>
  );
}
