import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ListPage, errorSentence } from '../lib/call.ts';
import { listPageSize, useListUrl } from '../lib/list-url.ts';
import { AsyncPanel, Skeleton, Stale } from './async-panel.tsx';
import { Button } from './button.tsx';
import { RetryButton } from './failure-notice.tsx';
import { Notice } from './notice.tsx';
import { StackingTable } from './stacking-table.tsx';
import type { TableProps } from './table.tsx';
import { formatCount } from '../../shared/words/format.ts';

/** A list whose page is in the address: filters above, then the table of its rows, then the pager. */
export function ListPanel<Row>({
  label,
  filters,
  query,
  pageSize = listPageSize,
  emptyText,
  failureTitle,
  columns,
  rowKey,
}: Pick<TableProps<Row>, 'columns' | 'rowKey'> & {
  label: string;
  filters?: ReactNode;
  query: UseQueryResult<ListPage<Row>>;
  pageSize?: number;
  emptyText: ReactNode;
  /** The title before the reason when the list cannot be loaded. */
  failureTitle: string;
}) {
  const { isFiltered, page, toPage } = useListUrl();
  const section = useRef<HTMLElement>(null);
  const total = query.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const isPastEnd = page > 1 && !query.isPlaceholderData && query.data?.rows.length === 0;
  const leaveEnd = useEffectEvent(() => toPage(lastPage));
  useEffect(() => {
    if (isPastEnd) leaveEnd();
  }, [isPastEnd]);
  return (
    <section
      ref={section}
      aria-label={label}
      tabIndex={-1}
      className="card min-w-0 p-4 outline-none sm:p-5"
    >
      {(isFiltered || total > 0) && <div className="not-empty:mb-4 print:hidden">{filters}</div>}
      <AsyncPanel
        query={query}
        skeleton={skeleton}
        renderError={(error, retry) => (
          <Notice
            tone="danger"
            title={`${failureTitle}: ${errorSentence(error)}`}
            actions={<RetryButton error={error} retry={retry} />}
          />
        )}
      >
        {({ rows }) =>
          rows.length === 0 && total > 0 ? (
            skeleton
          ) : rows.length === 0 ? (
            <p className="py-8 text-center text-muted">{emptyText}</p>
          ) : (
            <Stale isStale={query.isPlaceholderData}>
              <StackingTable caption={label} columns={columns} rows={rows} rowKey={rowKey} />
              {total > pageSize && (
                <Pager
                  label={`Páginas de ${label}`}
                  page={page}
                  pages={lastPage}
                  onPage={(next) => {
                    toPage(next);
                    showStart(section.current);
                  }}
                />
              )}
              <output className="mt-3 block text-fine text-muted tabular-nums">
                {rangeText(page, pageSize, rows.length, total)}
              </output>
            </Stale>
          )
        }
      </AsyncPanel>
    </section>
  );
}

const skeleton = <Skeleton className="h-80" />;

/** Shows the start of a list whose page has changed; it takes the focus, as its pager is far below. */
export function showStart(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'start' });
  list?.focus({ preventScroll: true });
}

export function Pager({
  label,
  page,
  pages,
  onPage,
}: {
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  return (
    <nav
      aria-label={label}
      className="mt-4 flex flex-wrap items-center justify-between gap-3 print:hidden"
    >
      <Button className="max-sm:px-3" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden size={16} />
        Anterior
      </Button>
      <span className="text-center text-dense whitespace-nowrap text-muted tabular-nums">
        <span className="max-sm:sr-only">Página </span>
        {formatCount(page)} de {formatCount(pages)}
      </span>
      <Button className="max-sm:px-3" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Próxima
        <ChevronRight aria-hidden size={16} />
      </Button>
    </nav>
  );
}

/** "21 a 40 de 1.312": the range of rows that a list shows. */
export function rangeText(page: number, pageSize: number, shown: number, total: number): string {
  const first = (page - 1) * pageSize + 1;
  return `${formatCount(first)} a ${formatCount(first + shown - 1)} de ${formatCount(total)}`;
}
