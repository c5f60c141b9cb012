import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  formatCounted,
  formatMoment,
  formatMonth,
  formatBytes,
} from '../../../shared/words/format.ts';
import {
  LoadedFromSource,
  SourceNews,
  type LoadFromSource,
} from '../../../shared/contracts/source.ts';
import { Skeleton } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { showFailure, showToast } from '../../components/toast.ts';
import { UploadLink } from '../../components/upload-status.tsx';
import { errorSentence, send } from '../../lib/call.ts';
import { getOptions } from '../../lib/get-options.ts';
import { fileKinds, type FileKind } from '../../../shared/contracts/uploads.ts';
import { Badge } from '../../components/badge.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';

/** Runs only on request: listing a source can take long. */
export const sourceNewsOptions = getOptions(['source-news'], '/api/admin/source/news', SourceNews, {
  enabled: false,
});

/** The source's files that are not loaded, with a form to load them. */
export function NewsPanel() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const news = useQuery(sourceNewsOptions);
  const [round, setRound] = useState(0);
  const load = useMutation({
    mutationFn: (wanted: LoadFromSource) =>
      send('POST', '/api/admin/source/load', LoadedFromSource, wanted),
    onSuccess: ({ uploads, message }) => {
      // The new files of that moment are now being loaded.
      client.removeQueries({ queryKey: sourceNewsOptions.queryKey });
      showToast({
        title: uploads.length > 0 ? 'Envio pedido' : 'Nada a carregar',
        description: message,
        action: {
          label: 'Ver',
          onSelect: () => void navigate({ to: '/admin/upload', search: {} }),
        },
      });
    },
    onError: (error) =>
      showFailure(
        error,
        'Erro ao carregar',
        'Os arquivos podem não ter ido para a fila. Recarregue a página e confira.',
      ),
  });
  const look = () => {
    load.reset();
    setRound(round + 1);
    void news.refetch();
  };
  return (
    <Panel
      title="Novidades da fonte"
      aside={
        <Button look="primary" disabled={load.isPending || news.isFetching} onClick={look}>
          {news.isFetching ? 'Procurando...' : 'Procurar novidades'}
        </Button>
      }
    >
      {load.data && <Loaded loaded={load.data} />}
      {news.isFetching && (
        <>
          <output className="sr-only">Procurando novidades...</output>
          <Skeleton className="h-40" />
        </>
      )}
      {news.isError && !news.isFetching && (
        <Notice tone="danger" title="Não foi possível consultar a fonte">
          {errorSentence(news.error)}
        </Notice>
      )}
      {news.data && !news.isFetching && !news.isError && !load.data && (
        <News
          key={round}
          news={news.data}
          isLoading={load.isPending}
          onLoad={(months) => load.mutate({ months })}
        />
      )}
      {news.isPending && !news.isFetching && !load.data && (
        <p className="max-w-prose text-dense text-muted">
          Compara o que a fonte oferece com o que já está carregado. Pode levar alguns segundos;
          nada é baixado.
        </p>
      )}
    </Panel>
  );
}

function Loaded({ loaded: { uploads, message } }: { loaded: LoadedFromSource }) {
  return (
    <Notice tone="neutral" title={message}>
      {uploads.length > 0 && (
        <ul className="flex flex-col gap-1">
          {uploads.map(({ id, competencia, files }) => (
            <li key={id}>
              <UploadLink id={id}>
                {formatMonth(competencia)}: {files.join(', ')}
              </UploadLink>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function News({
  news: { news, source, checkedAt },
  isLoading,
  onLoad,
}: {
  news: SourceNews;
  isLoading: boolean;
  onLoad: (months: string[]) => void;
}) {
  const fresh = monthsOfNews(news).filter((month) => month.fresh.length > 0);
  const [chosen, setChosen] = useState<readonly string[]>(() => fresh.map(({ month }) => month));
  const toggle = (month: string) =>
    setChosen(chosen.includes(month) ? chosen.filter((one) => one !== month) : [...chosen, month]);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-dense wrap-anywhere text-muted">
        {newsText(news, fresh)} em {source}. Verificado em {formatMoment(checkedAt)}.
      </p>
      {fresh.length > 0 && (
        <StackingTable
          caption="O que a fonte tem de cada mês"
          columns={columnsWith(chosen, toggle)}
          rows={fresh}
          rowKey={({ month }) => month}
        />
      )}
      {fresh.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            look="primary"
            disabled={chosen.length === 0 || isLoading}
            onClick={() => onLoad([...chosen])}
          >
            {isLoading ? 'Pedindo...' : `Carregar ${formatCounted(chosen.length, 'mês', 'meses')}`}
          </Button>
          <Button
            look="quiet"
            onClick={() =>
              setChosen(chosen.length === fresh.length ? [] : fresh.map(({ month }) => month))
            }
          >
            {chosen.length === fresh.length ? 'Desmarcar todos' : 'Marcar todos'}
          </Button>
          <output className="text-dense text-muted tabular-nums">
            {wantedText(fresh.filter(({ month }) => chosen.includes(month)))}
          </output>
        </div>
      )}
    </div>
  );
}

type FileNews = SourceNews['news'][number];

/** A month of the source, with its files there. */
interface MonthOfNews {
  readonly month: string;
  readonly files: readonly FileNews[];
  /** The files that a load would fetch. */
  readonly fresh: readonly FileNews[];
}

/** The months in the order of the response, newest first. */
export function monthsOfNews(news: readonly FileNews[]): MonthOfNews[] {
  return [...Map.groupBy(news, ({ month }) => month)].map(([month, files]) => ({
    month,
    files,
    fresh: files.filter(({ state }) => state === 'nova' || state === 'alterada'),
  }));
}

/** How much a load of these months would fetch; null bytes if the source does not report the size of a file. */
export function wantedOf(months: readonly MonthOfNews[]) {
  const files = months.flatMap(({ fresh }) => fresh);
  const sizes = files.map(({ file }) => file?.bytes ?? null);
  const bytes = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  return { files: files.length, bytes };
}

export function newsText(news: readonly FileNews[], fresh: readonly MonthOfNews[]): string {
  if (fresh.length === 0) {
    const isRequested = news.some(({ state }) => state === 'já pedida');
    return isRequested ? 'Nada de novo além do que já foi pedido,' : 'Nada de novo';
  }
  const { files } = wantedOf(fresh);
  return `${formatCounted(files, 'arquivo novo ou alterado', 'arquivos novos ou alterados')}, de ${formatCounted(fresh.length, 'mês', 'meses')},`;
}

function wantedText(months: readonly MonthOfNews[]): string {
  const { files, bytes } = wantedOf(months);
  const size = bytes === null ? 'tamanho não informado' : formatBytes(bytes);
  return `${formatCounted(files, 'arquivo', 'arquivos')}, ${size}`;
}

const kindColumn = (kind: FileKind): Column<MonthOfNews> => ({
  header: kind,
  className: '@3xl:w-[28%]',
  cell: ({ files }) => <FileCell news={files.find((file) => file.kind === kind)} />,
});

/** A row is a month, with a column for each of its three files. */
const columnsWith = (
  chosen: readonly string[],
  onToggle: (month: string) => void,
): readonly Column<MonthOfNews>[] => [
  {
    header: 'Mês',
    isRowHeader: true,
    cell: ({ month }) => (
      <Checkbox
        label={<span className="font-medium">{formatMonth(month)}</span>}
        isChecked={chosen.includes(month)}
        onChecked={() => onToggle(month)}
      />
    ),
  },
  ...fileKinds.map(kindColumn),
];

const states = {
  nova: <Badge tone="good">nova</Badge>,
  alterada: <Badge tone="warm">alterada</Badge>,
  'já pedida': <Badge tone="neutral">já pedida</Badge>,
  igual: <Badge tone="neutral">já carregada</Badge>,
  'só carregada': <Badge tone="neutral">só carregada</Badge>,
} as const satisfies Record<FileNews['state'], unknown>;

function FileCell({ news }: { news: FileNews | undefined }) {
  const file = news?.file ?? news?.loaded;
  if (news === undefined || file == null)
    return <span className="text-muted">a fonte não tem</span>;
  return (
    <>
      {states[news.state]}
      <span className="mt-1 block wrap-anywhere">{file.name}</span>
      <span className="block text-fine text-muted tabular-nums">
        {file.bytes === null ? 'tamanho não informado' : formatBytes(file.bytes)}
        {file.modifiedAt !== null && `, ${formatMoment(file.modifiedAt)}`}
      </span>
      {file.hash !== null && (
        <span className="block text-fine wrap-anywhere text-muted">{file.hash}</span>
      )}
    </>
  );
}
