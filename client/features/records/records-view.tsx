import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatCount } from '../../../shared/words/format.ts';
import { Stale } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Pager } from '../../components/list-panel.tsx';
import { useWidth } from '../../lib/hooks.ts';
import { GoToRecord, OrderFields } from './record-controls.tsx';
import type { RecordColumn } from './record-columns.ts';
import { RecordCards } from './record-cards.tsx';
import {
  isSameOrder,
  recordsPageOptions,
  type RecordsOrder,
  type RecordsQuestion,
  useRecordRows,
} from './records-options.ts';
import { RecordsTable } from './records-table.tsx';

/** A browser cannot draw anything taller than about 17 million pixels, so more rows than this are split into blocks. */
const blockRows = 100_000;
/** The minimum width of the table, in pixels; on less, each record is a card. */
const narrowestTable = 520;

/** The position to scroll to, from 0; requesting the same position again makes a new object. */
type Target = { place: number };
type View = { order: RecordsOrder; target: Target };

type AskedRecords = {
  question: RecordsQuestion;
  columns: readonly RecordColumn[];
  order: RecordsOrder;
  /** Undefined if there is only one order. */
  onOrder: ((order: RecordsOrder) => void) | undefined;
};

/** All records, in a virtual list; the old rows stay until those of a new order are loaded. */
export function RecordsView({ question, columns, order, onOrder }: AskedRecords) {
  const { totalCount, pageSize } = question;
  const [target, setTarget] = useState<Target>({ place: 0 });
  const [shown, setShown] = useState<View>({ order, target });
  const page = Math.floor(target.place / pageSize);
  const asked = useQuery(recordsPageOptions(question, order, page));
  const isShown = isSameOrder(shown.order, order) && shown.target === target;
  if (asked.data && !isShown) setShown({ order, target });

  const blocks = Math.ceil(totalCount / blockRows);
  const block = Math.floor(shown.target.place / blockRows);
  const goTo = (place: number) => setTarget({ place });
  return (
    <>
      {asked.isError && !asked.isFetching && (
        <LoadingError error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      <Stale isStale={!isShown && !asked.isError}>
        <Block
          key={block}
          question={question}
          columns={columns}
          view={shown}
          order={order}
          onOrder={
            onOrder &&
            ((next) => {
              setTarget({ place: 0 });
              onOrder(next);
            })
          }
        />
      </Stale>
      {totalCount > pageSize && <GoToRecord totalCount={totalCount} onPlace={goTo} />}
      {blocks > 1 && (
        <Pager
          label="Blocos de registros"
          page={block + 1}
          pages={blocks}
          onPage={(next) => goTo((next - 1) * blockRows)}
        />
      )}
    </>
  );
}

function Block({ question, columns, view, order, onOrder }: AskedRecords & { view: View }) {
  const { totalCount } = question;
  const firstPlace = Math.floor(view.target.place / blockRows) * blockRows;
  const count = Math.min(blockRows, totalCount - firstPlace);
  const scroller = useRef<HTMLElement>(null);
  const width = useWidth(scroller);
  const isTable = width >= narrowestTable;
  // Nothing of it is memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isTable ? 53 : 74),
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const rows = useRecordRows(question, view.order, {
    from: firstPlace + (first?.index ?? 0),
    to: firstPlace + (last?.index ?? 0),
  });
  useLayoutEffect(() => {
    virtualizer.scrollToIndex(view.target.place - firstPlace, { align: 'start' });
  }, [virtualizer, view, firstPlace]);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isTable]);

  // The browser's own smooth scroll to the end would stop at each row rendered on the way.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || (event.key !== 'Home' && event.key !== 'End'))
      return;
    event.preventDefault();
    virtualizer.scrollToIndex(event.key === 'Home' ? 0 : count - 1);
  };
  const drawn = {
    items,
    before: first?.start ?? 0,
    after: virtualizer.getTotalSize() - (last?.end ?? 0),
    measure: virtualizer.measureElement,
    recordAt: (index: number) => rows.at(firstPlace + index),
  };
  return (
    <>
      {!isTable && onOrder && <OrderFields order={order} columns={columns} onOrder={onOrder} />}
      {rows.error && <LoadingError error={rows.error} onRetry={rows.retry} />}
      {/* It scrolls, and handles the keys that scroll. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={scroller}
        aria-label="Registros, um por linha"
        className="max-h-[560px] overflow-auto overscroll-contain [overflow-anchor:none] print:max-h-none print:overflow-visible"
        // The keyboard can scroll only an element that it can reach.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={handleKeyDown}
      >
        {isTable ? (
          <RecordsTable
            columns={columns}
            order={order}
            onOrder={onOrder}
            rows={drawn}
            firstPlace={firstPlace}
            totalCount={totalCount}
          />
        ) : (
          <RecordCards
            columns={columns}
            rows={drawn}
            firstPlace={firstPlace}
            totalCount={totalCount}
          />
        )}
      </section>
      <p className="mt-2 text-dense text-muted tabular-nums">
        {rangeText(firstPlace, virtualizer.range, totalCount)}
      </p>
    </>
  );
}

function rangeText(
  firstPlace: number,
  range: { startIndex: number; endIndex: number } | null,
  totalCount: number,
): string {
  const [from, to] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  return `Na tela: ${formatCount(firstPlace + from + 1)} a ${formatCount(firstPlace + to + 1)} de ${formatCount(totalCount)}`;
}

function LoadingError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="mb-3">
      <Notice
        tone="danger"
        title="Não foi possível carregar estes registros"
        actions={<Button onClick={onRetry}>Tentar de novo</Button>}
      >
        {error.message}
      </Notice>
    </div>
  );
}
