import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { UploadsPage } from '../../../shared/contracts/uploads.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import { get } from '../../lib/call.ts';
import { uploadColumns } from './upload-list.tsx';
import { useLiveRows } from './upload-options.ts';

const recentUploadsOptions = queryOptions({
  queryKey: ['overview', 'uploads'],
  queryFn: ({ signal }) => get('/api/uploads', UploadsPage, { query: { pageSize: '10' }, signal }),
  staleTime: 0,
});

/** The recent uploads, with live updates. */
export function RecentUploads() {
  const recent = useQuery(recentUploadsOptions);
  const client = useQueryClient();
  const { liveRows } = useLiveRows(
    () => void client.invalidateQueries({ queryKey: recentUploadsOptions.queryKey }),
  );
  return (
    <AsyncPanel query={recent} skeleton={<Skeleton className="h-40" />}>
      {({ uploads }) =>
        uploads.length === 0 ? (
          <p className="text-muted">
            Nenhum envio ainda. O primeiro mês enviado aparece aqui, com o resultado.
          </p>
        ) : (
          <StackingTable
            caption="Envios recentes"
            columns={uploadColumns}
            rows={liveRows(uploads)}
            rowKey={({ id }) => id}
          />
        )
      }
    </AsyncPanel>
  );
}
