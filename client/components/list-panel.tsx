import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '../lib/call.ts';
import { failureText } from '../lib/failure-text.ts';
import { AsyncPanel, Skeleton, Stale } from './async-panel.tsx';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Pager, rangeText } from './pager.tsx';

/** A paginated list: filters above, then the rows, then the pager. */
export function ListPanel<Row>({
  label,
  filters,
  query,
  page,
  pageSize,
  emptyText,
  failureTitle,
  onPage,
  children,
}: {
  label: string;
  filters?: ReactNode;
  query: UseQueryResult<ListPage<Row>>;
  page: number;
  pageSize: number;
  emptyText: string;
  /** The title before the reason when the list cannot be loaded. */
  failureTitle: string;
  onPage: (page: number) => void;
  children: (rows: Row[]) => ReactNode;
}) {
  return (
    <section aria-label={label} className="card min-w-0 p-4 sm:p-5">
      {filters !== undefined && <div className="mb-4">{filters}</div>}
      <AsyncPanel
        query={query}
        skeleton={<Skeleton className="h-80" />}
        renderError={(error, retry) => (
          <Notice
            tone="danger"
            title={`${failureTitle}: ${failureText(error, 'o servidor não respondeu como se espera')}`}
            actions={<Button onClick={retry}>Tentar de novo</Button>}
          />
        )}
      >
        {({ rows, total }) =>
          rows.length === 0 ? (
            <p className="py-8 text-center text-muted">{emptyText}</p>
          ) : (
            <Stale isStale={query.isPlaceholderData}>
              {children(rows)}
              {total > pageSize ? (
                <Pager
                  label={`Páginas de ${label}`}
                  page={page}
                  pages={Math.ceil(total / pageSize)}
                  onPage={onPage}
                />
              ) : null}
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
