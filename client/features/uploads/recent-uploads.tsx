import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMoment, formatMonth } from '../../../shared/words/format.ts';
import { UploadsPage, type Upload } from '../../../shared/contracts/uploads.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { get } from '../../lib/call.ts';
import { monthColumn, standingColumns } from './upload-list.tsx';
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
            columns={columns}
            rows={liveRows(uploads)}
            rowKey={({ id }) => id}
          />
        )
      }
    </AsyncPanel>
  );
}

const columns: readonly Column<Upload>[] = [
  monthColumn(monthText),
  ...standingColumns,
  { header: 'Enviado em', cell: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'Mensagem', className: '@3xl:w-[40%]', cell: (upload) => <Messages upload={upload} /> },
];

function monthText({ competencia, files }: Upload): string {
  if (competencia !== null) return formatMonth(competencia);
  const months = new Set(files.flatMap(({ month }) => (month === null ? [] : [month])));
  const [only] = months;
  if (only === undefined) return 'ainda não lida';
  return months.size === 1 ? formatMonth(only) : 'vários meses';
}

/** The upload's message, and why a file was rejected or the upload waits. */
function Messages({ upload: { message, files, reasons } }: { upload: Upload }) {
  const why = [
    ...files.flatMap((file) =>
      file.outcome === 'REFUSED' && file.message !== null ? [`${file.name}: ${file.message}`] : [],
    ),
    ...reasons.map((reason) => reason.message),
  ];
  return (
    <div className="wrap-anywhere">
      {message ?? '—'}
      {why.length > 0 && (
        <ul className="mt-1 text-muted">
          {why.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
