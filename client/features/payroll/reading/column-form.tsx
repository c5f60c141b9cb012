import { useState } from 'react';
import type { Options } from '../../../../shared/codes/keys.ts';
import { Button } from '../../../components/button.tsx';
import { FileButton } from '../../../components/file-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Select } from '../../../components/select.tsx';
import { Table } from '../../../components/table.tsx';
import { shortened } from './cell-values.ts';
import { accepted } from './choose-roll.tsx';
import {
  lackingColumns,
  rollColumnNames,
  rollColumns,
  type ColumnPlaces,
  type RollTable,
} from './roll-columns.ts';
import { columnName, unusedColumns, unusedText } from './unused-columns.ts';

const shownRows = 5;
const none = 'nenhuma';
const another = 'Escolher outra planilha';

/** Assigns the columns of the file by hand. */
export function ColumnForm({
  table,
  columns,
  reading,
  onColumns,
  onBack,
  onFile,
  onCancel,
}: {
  table: RollTable;
  columns: ColumnPlaces;
  /** The name of the file whose people are being read. */
  reading: string | null;
  onColumns: (columns: ColumnPlaces) => void;
  /** Returns to the payroll that is loaded; undefined if none is. */
  onBack: (() => void) | undefined;
  /** Another file; the loaded payroll stays until it is read. */
  onFile: (file: File) => void;
  onCancel: () => void;
}) {
  const [picked, setPicked] = useState({ table, columns });
  // Another file can replace the one whose columns were picked.
  const chosen = picked.table === table ? picked.columns : columns;
  const setChosen = (next: ColumnPlaces) => setPicked({ table, columns: next });
  const lacking = lackingColumns(chosen);
  const options: Options = [
    [none, 'Nenhuma'],
    ...table.header.map((_, index) => [String(index), columnName(table.header, index)] as const),
  ];
  const first = table.rows.slice(0, shownRows);
  const unused = unusedColumns(table, chosen);
  return (
    <Panel title="Associe as colunas">
      {lacking !== null && <Notice tone="neutral" title={lacking} />}
      {table.notes.map((note) => (
        <p key={note} className="mt-2 max-w-prose text-dense text-muted wrap-anywhere">
          {note}
        </p>
      ))}
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (lacking === null) onColumns(chosen);
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {rollColumnNames.map((name) => (
            <Select
              key={name}
              label={rollColumns[name].label}
              hint={rollColumns[name].hint}
              options={options}
              value={String(chosen[name] ?? none)}
              onValue={(value) => {
                const { [name]: _, ...others } = chosen;
                setChosen(value === none ? others : { ...others, [name]: Number(value) });
              }}
            />
          ))}
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          {unused.length > 0 && (
            <p className="basis-full text-dense text-muted wrap-anywhere">{unusedText(unused)}</p>
          )}
          <Button type="submit" look="primary" disabled={lacking !== null}>
            Ler a folha
          </Button>
          {onBack ? (
            <>
              <Button onClick={onBack}>Voltar</Button>
              <FileButton label={another} subject="folha" accept={accepted} onFile={onFile} />
            </>
          ) : (
            <Button onClick={onCancel}>{another}</Button>
          )}
        </div>
        <output className="mt-3 block min-h-6 text-dense text-muted wrap-anywhere">
          {reading !== null && `Lendo ${reading}...`}
        </output>
      </form>
      <h3 className="mt-6 mb-2 font-medium">Primeiras linhas da planilha</h3>
      <Table
        caption="Primeiras linhas da planilha"
        rows={first}
        rowKey={(_, index) => String(index)}
        columns={table.header.map((_, index) => ({
          header: columnName(table.header, index),
          cell: (row: readonly string[]) => shortened(row[index] ?? ''),
        }))}
      />
    </Panel>
  );
}
