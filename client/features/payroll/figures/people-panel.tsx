import { useMemo, useState, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { formatCount } from '../../../../shared/words/format.ts';
import { Panel } from '../../../components/panel.tsx';
import { TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { stackedCell, stackedHeading } from '../../../components/stacking-table.tsx';
import type { PlacedPerson } from '../market/placed-people.ts';
import type { RollReport } from '../export/roll-report.ts';
import {
  unfiltered,
  filteredPeople,
  ordersWithoutMarket,
  peopleOrders,
  standings,
} from './filtered-people.ts';
import { peopleTexts, type PeopleColumn } from './people-texts.ts';

const optionsOf = <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  keysOf(labels).map((name) => [name, labels[name]] as const);

const sexLabels = { todos: 'Todos', F: 'Mulheres', M: 'Homens' };

/** Everyone, one by one, with filters; a row is rendered only while it is near the visible area. */
export function PeoplePanel({ report }: { report: RollReport }) {
  const { placed, amounts, comparedWith } = report;
  const texts = useMemo(() => peopleTexts(report), [report]);
  const [filter, setFilter] = useState(unfiltered);
  const areas = useMemo(
    () =>
      [...new Set(placed.map(({ person }) => person.area))]
        .filter((area) => area !== '')
        .toSorted((a, b) => a.localeCompare(b, 'pt-BR')),
    [placed],
  );
  const people = useMemo(() => filteredPeople(placed, filter, amounts), [placed, filter, amounts]);
  const change = (changes: Partial<typeof filter>) => setFilter({ ...filter, ...changes });
  return (
    <Panel
      title="Pessoas"
      aside={
        <output className="text-dense text-muted">
          {formatCount(people.length)} de {formatCount(placed.length)}
        </output>
      }
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        <TextField
          label="Nome, matrícula ou cargo"
          type="search"
          autoComplete="off"
          maxLength={120}
          value={filter.text}
          onText={(text) => change({ text })}
        />
        {comparedWith !== null && (
          <Select
            label="Posição"
            value={filter.standing}
            options={keysOf(standings).map((name) => [name, standings[name].label])}
            onValue={(standing) => change({ standing })}
          />
        )}
        <Select
          label="Área"
          value={filter.area}
          options={[['', 'Todas'], ...areas.map((area) => [area, area] as const)]}
          onValue={(area) => change({ area })}
        />
        <Select
          label="Sexo"
          value={filter.sex}
          options={optionsOf(sexLabels)}
          onValue={(sex) => change({ sex })}
        />
        <Select
          label="Ordem"
          value={filter.order}
          options={optionsOf(comparedWith === null ? ordersWithoutMarket : peopleOrders)}
          onValue={(order) => change({ order })}
        />
      </div>
      {people.length === 0 ? (
        <p className="py-8 text-center text-muted">Nenhuma pessoa com esses filtros.</p>
      ) : (
        <PeopleTable people={people} texts={texts} />
      )}
    </Panel>
  );
}

const rowHeight = 58;
const cell = '@3xl:border-b border-line px-2 py-2 align-top first:pl-0 font-normal wrap-anywhere';

/** People as a table with a sticky header; as cards where there is no room. */
function PeopleTable({
  people,
  texts,
}: {
  people: readonly PlacedPerson[];
  texts: readonly PeopleColumn[];
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
      className="scroll-edges @container relative max-h-140 overflow-auto rounded-[3px] focus-visible:-outline-offset-2"
    >
      <table
        aria-rowcount={people.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-dense tabular-nums stacked:block stacked:min-w-0!"
        style={{ minWidth: width }}
      >
        <caption className="sr-only">Pessoas da folha ao lado do mercado</caption>
        <colgroup>
          {texts.map((column) => (
            <col key={column.header} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead className="stacked:sr-only">
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
        <tbody className="stacked:block">
          {items.map(({ index }) => {
            const placed = people[index];
            return placed === undefined ? null : (
              <tr
                key={placed.person.row}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className="border-line stacked:block stacked:border-b stacked:py-3"
              >
                {texts.map(({ header, isRight, text, detail }, column) => {
                  const Cell = column === 0 ? 'th' : 'td';
                  return (
                    <Cell
                      key={header}
                      {...(column === 0 && { scope: 'row' })}
                      data-label={header}
                      className={`${cell} ${isRight ? 'text-right' : 'text-left'} ${column === 0 ? stackedHeading : stackedCell}`}
                    >
                      <div>
                        {text(placed)}
                        <span className="block text-muted">{detail?.(placed)}</span>
                      </div>
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
    <tbody aria-hidden className="stacked:block">
      <tr className="stacked:block">
        {/* Space for the rows that are not rendered. */}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
        <td colSpan={columns} className="p-0 stacked:block" style={{ height }} />
      </tr>
    </tbody>
  );
}
