import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatMoment, formatCount } from '../../../shared/words/format.ts';
import {
  UploadsPage,
  uploadStatuses,
  uploadStatusLabels,
  type Upload,
} from '../../../shared/contracts/uploads.ts';
import { ListPanel } from '../../components/list-panel.tsx';
import { Select } from '../../components/select.tsx';
import type { Column } from '../../components/table.tsx';
import { get } from '../../lib/call.ts';
import { useListUrl } from '../../lib/list-url.ts';
import { uploadListsKey, useLiveUploads } from '../../lib/live-uploads.ts';
import { pagedList } from '../../lib/paged-list.ts';
import { LiveNote, UploadStatusBadge } from '../../components/upload-status.tsx';
import { nowText, monthText, originText } from './upload-words.ts';
import { loneLinkClass } from '../../components/button.tsx';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';

const listOptions = (status: string, page: number) =>
  pagedList({ key: uploadListsKey, filters: { status }, page }, async (request) => {
    const { uploads, total } = await get('/api/uploads', UploadsPage, request);
    return { rows: uploads, total };
  });

const uploadColumns: readonly Column<Upload>[] = [
  {
    header: 'Competência',
    isRowHeader: true,
    className: '@3xl:w-[20%]',
    cell: (upload) => (
      <Link
        to="/admin/uploads/$id"
        params={{ id: upload.id }}
        className={`font-medium ${loneLinkClass}`}
      >
        {monthText(upload)}
      </Link>
    ),
  },
  { header: 'Situação', cell: (upload) => <UploadStatusBadge upload={upload} /> },
  { header: 'Arquivos', align: 'right', cell: ({ fileCount }) => formatCount(fileCount) },
  {
    header: 'Início',
    className: '@3xl:w-[20%]',
    cell: (upload) => (
      <>
        <span className="whitespace-nowrap tabular-nums">{formatMoment(upload.createdAt)}</span>
        <span className="block text-muted wrap-anywhere">{originText(upload)}</span>
      </>
    ),
  },
  {
    header: 'O que aconteceu',
    className: '@3xl:w-[35%]',
    cell: (upload) => <WhatHappened upload={upload} />,
  },
];

function WhatHappened({ upload }: { upload: Upload }) {
  const refused = upload.files.filter(({ outcome }) => outcome === 'REFUSED');
  return (
    <div className="wrap-anywhere">
      {upload.message ?? nowText(upload) ?? '—'}
      {refused.map(({ id, name, message }) => (
        <p key={id} className="mt-1 text-muted">
          {name}: {message}
        </p>
      ))}
    </div>
  );
}

/** Every upload, newest first, with live updates of those in progress. */
export function UploadList() {
  const { text, change, page } = useListUrl();
  const { state } = useLiveUploads();
  const status = uploadStatuses.find((name) => name === text('situacao')) ?? '';
  const isLost = state === 'lost';
  const list = useQuery({
    ...listOptions(status, page),
    refetchInterval: isLost ? 10_000 : false,
  });
  return (
    <ListPanel
      label="Todos os envios"
      filters={
        <div className="flex flex-wrap items-end justify-between gap-3">
          <h2 className="text-title font-semibold">Todos os envios</h2>
          <div className="w-full sm:w-60">
            <Select
              label="Situação"
              value={status}
              options={[['', 'Todas'], ...Object.entries(uploadStatusLabels)]}
              onValue={(situacao) => change({ situacao })}
            />
          </div>
          {isLost && <LiveNote state={state} />}
        </div>
      }
      query={list}
      emptyText={
        status === ''
          ? 'Nenhum envio ainda. O primeiro mês processado aparece aqui, com o resultado.'
          : 'Nenhum envio nesta situação'
      }
      failureTitle="Erro ao carregar os envios"
      columns={uploadColumns}
      rowKey={({ id }) => id}
    />
  );
}

const maxRecent = 10;

export function RecentUploads() {
  const recent = useQuery(listOptions('', 1));
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
            rows={rows.slice(0, maxRecent)}
            rowKey={({ id }) => id}
          />
        )
      }
    </AsyncPanel>
  );
}
