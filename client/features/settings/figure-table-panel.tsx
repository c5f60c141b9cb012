import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { tellFailure } from '../../components/tell-failure.ts';
import { showToast } from '../../components/toast.ts';
import { get, send } from '../../lib/call.ts';
import { NewerFigure, type Figure, type NewerFigureTexts } from './newer-figure.tsx';
import { refreshSettings } from './settings-options.ts';

type Known = { source: string; isBuiltIn: boolean };

/** The number of newest rows shown; the others appear on demand. */
const shownAtFirst = 5;

/** A table of figures by month: some come with the product, newer ones are imported here. */
export type FigureTable<Row extends Known, Body extends object> = {
  title: string;
  caption: string;
  path: string;
  response: z.ZodType<Row[]>;
  body: z.ZodType<Body>;
  /** The request body for one figure; a null value deletes the figure. */
  bodyOf: (figure: { month: string; value: number | null; source: string }) => Body;
  monthOf: (row: Row) => string;
  month: Column<Row>;
  value: Column<Row>;
  takenAwayText: string;
  newer: NewerFigureTexts & { savedText: string };
};

/** The figures, with forms to import newer ones and to delete imported ones. */
export function FigureTablePanel<Row extends Known, Body extends object>({
  table,
}: {
  table: FigureTable<Row, Body>;
}) {
  const { title, caption, path, response, body, bodyOf, monthOf, month, value, newer } = table;
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const figures = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get(path, response, { signal }),
  });
  const save = async (sent: Body) => {
    client.setQueryData([path], await send('PUT', path, response, sent));
    await refreshSettings(client);
  };
  const takeAway = useMutation({
    mutationFn: (row: Row) =>
      save(bodyOf({ month: monthOf(row), value: null, source: row.source })),
    onSuccess: () => showToast({ title: table.takenAwayText }),
    onError: (error) => tellFailure(error, 'Erro na importação', 'Erro ao retirar o valor'),
  });
  const handleImport = async (figure: Figure) => {
    await save(bodyOf(figure));
    showToast({ title: 'Tabela atualizada', description: newer.savedText });
  };
  return (
    <Panel title={title}>
      <AsyncPanel query={figures} skeleton={<Skeleton className="h-60" />}>
        {(rows) => (
          <>
            <Table
              caption={caption}
              columns={[month, sourceColumn<Row>(takeAway.mutate), value]}
              rows={isOpen ? rows : rows.slice(0, shownAtFirst)}
              rowKey={monthOf}
            />
            {rows.length > shownAtFirst && (
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className="mt-2 min-h-8 text-dense text-accent underline underline-offset-3 pointer-coarse:min-h-11"
              >
                {isOpen ? 'Mostrar só os mais novos' : `Mostrar todos (${rows.length})`}
              </button>
            )}
          </>
        )}
      </AsyncPanel>
      <NewerFigure
        texts={newer}
        problemOf={(figure) => body.safeParse(bodyOf(figure)).error?.issues[0]?.message}
        onImport={handleImport}
      />
    </Panel>
  );
}

const sourceColumn = <Row extends Known>(onTakeAway: (row: Row) => void): Column<Row> => ({
  header: 'Fonte',
  cell: (row) => <Source figure={row} onTakeAway={() => onTakeAway(row)} />,
});

/** The source of a figure; an imported figure can be deleted. */
function Source({
  figure: { source, isBuiltIn },
  onTakeAway,
}: {
  figure: Known;
  onTakeAway: () => void;
}) {
  return (
    <>
      <span className="wrap-anywhere">{source}</span>
      {!isBuiltIn && (
        <button
          type="button"
          aria-label={`Retirar: ${source}`}
          onClick={onTakeAway}
          className="ml-2 min-h-6 text-accent underline underline-offset-3 pointer-coarse:min-h-11"
        >
          Retirar
        </button>
      )}
    </>
  );
}
