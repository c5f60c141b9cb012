import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { PeopleTexts } from './people-texts.ts';
import type { PlacedPerson } from '../market/placed-people.ts';

const rowHeight = 58;
const cell = 'border-b border-line px-2 py-2 align-top first:pl-0';

/** People as a table with a sticky header. */
export function PeopleTable({
  people,
  texts,
}: {
  people: readonly PlacedPerson[];
  texts: PeopleTexts;
}) {
  const scroller = useRef<HTMLElement>(null);
  // Nothing of it is memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = texts.reduce((sum, column) => sum + column.width, 0);
  return (
    <section
      ref={scroller}
      aria-label="Tabela: Pessoas da folha"
      // It scrolls, so it needs the keyboard focus for the scroll keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative max-h-140 overflow-auto rounded-[3px] focus-visible:-outline-offset-2"
    >
      <table
        aria-rowcount={people.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-dense tabular-nums"
        style={{ minWidth: width }}
      >
        <caption className="sr-only">Pessoas da folha ao lado do mercado</caption>
        <colgroup>
          {texts.map((column) => (
            <col key={column.header} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {texts.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={`sticky top-0 z-10 border-b border-control bg-surface px-2 py-2 font-medium text-muted first:pl-0 ${column.isRight ? 'text-right' : 'text-left'}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <Gap height={before} columns={texts.length} />
        <tbody>
          {items.map(({ index }) => {
            const placed = people[index];
            return placed === undefined ? null : (
              <tr
                key={placed.person.row}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
              >
                {texts.map(({ header, isRight, text, detail }, column) => {
                  const Cell = column === 0 ? 'th' : 'td';
                  return (
                    <Cell
                      key={header}
                      {...(column === 0 && { scope: 'row' })}
                      className={`${cell} font-normal wrap-anywhere ${isRight ? 'text-right' : 'text-left'}`}
                    >
                      {text(placed)}
                      <span className="block text-muted">{detail(placed)}</span>
                    </Cell>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
        <Gap height={after} columns={texts.length} />
      </table>
    </section>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden>
      <tr>
        {/* Space for the rows that are not rendered. */}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
        <td colSpan={columns} className="p-0" style={{ height }} />
      </tr>
    </tbody>
  );
}
