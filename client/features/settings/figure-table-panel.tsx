import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { z } from 'zod';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Button, TextButton } from '../../components/button.tsx';
import { ConfirmAct } from '../../components/confirm.tsx';
import { FormProblem, TextField } from '../../components/field.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { showFailure, showToast } from '../../components/toast.ts';
import { getOptions } from '../../lib/get-options.ts';
import { failureText, send } from '../../lib/call.ts';
import { showNewest } from '../../lib/show-newest.ts';
import { refreshSettings } from './settings-options.ts';
import { periodText } from '../../../shared/filters/data.ts';
import {
  formatAmount,
  formatMonth,
  formatReais,
  maybeReais,
} from '../../../shared/words/format.ts';
import {
  InpcTable,
  PutInpc,
  MinimumWageTable,
  PutMinimumWages,
} from '../../../shared/contracts/settings.ts';

type Known = { source: string; isBuiltIn: boolean };

/** A table of figures by month: some are part of the product, newer ones are imported here. */
type FigureTable<Row extends Known, Body extends object> = {
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
  newer: {
    label: string;
    valueLabel: string;
    valuePlaceholder: string;
    sourcePlaceholder: string;
    readValue: (text: string) => number | undefined;
    savedText: string;
  };
};

/** The figures, with forms to import newer ones and to delete imported ones. */
function FigureTablePanel<Row extends Known, Body extends object>({
  table,
}: {
  table: FigureTable<Row, Body>;
}) {
  const { title, caption, path, response, bodyOf, monthOf, month, value } = table;
  const client = useQueryClient();
  const figures = useQuery(getOptions([path], path, response));
  const save = async (sent: Body) => {
    showNewest(client, [path], await send('PUT', path, response, sent));
    await refreshSettings(client);
  };
  const [leaving, setLeaving] = useState<Row>();
  const takeAway = async (row: Row) => {
    await save(bodyOf({ month: monthOf(row), value: null, source: row.source }));
    showToast({ title: table.takenAwayText });
  };
  return (
    <Panel title={title}>
      <AsyncPanel query={figures} skeleton={<Skeleton className="h-60" />}>
        {(rows) => (
          <Table
            caption={caption}
            columns={[month, sourceColumn(monthOf, setLeaving), value]}
            rows={rows}
            rowKey={monthOf}
            regionClass="max-h-64 print:max-h-none"
          />
        )}
      </AsyncPanel>
      <NewerFigure table={table} save={save} />
      {leaving && (
        <ConfirmAct
          title="Retirar este valor?"
          label="Retirar"
          busyLabel="Retirando..."
          failureTitle="Erro ao retirar o valor"
          act={() => takeAway(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          As pesquisas deixam de usar na hora o valor de {formatMonth(monthOf(leaving))} (
          {leaving.source}). Depois você pode importá-lo de novo.
        </ConfirmAct>
      )}
    </Panel>
  );
}

const empty = { month: '', value: '', source: '' };

/** One newer figure of a table: its first month, its value and its source. */
function NewerFigure<Row extends Known, Body extends object>({
  table: { body, bodyOf, newer },
  save,
}: {
  table: FigureTable<Row, Body>;
  save: (sent: Body) => Promise<void>;
}) {
  const { label, valueLabel, valuePlaceholder, sourcePlaceholder, readValue, savedText } = newer;
  const [typed, setTyped] = useState(empty);
  const { month, value, source } = typed;
  const change = (changes: Partial<typeof typed>) => setTyped({ ...typed, ...changes });
  const [problem, setProblem] = useState<string>();
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => showToast({ title: 'Tabela atualizada', description: savedText }),
    onError: (error) => {
      setProblem(failureText(error, 'Erro na importação'));
      showFailure(
        error,
        'Erro na importação',
        'O valor pode não ter sido importado. Recarregue a página e confira.',
      );
    },
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const sent = bodyOf({ month: month.trim(), value: readValue(value) ?? Number.NaN, source });
    const { error } = body.safeParse(sent);
    setProblem(error?.issues[0]?.message);
    if (error !== undefined) return;
    // What was typed meanwhile remains.
    saving.mutate(sent, {
      onSuccess: () => setTyped((shown) => (shown === typed ? empty : shown)),
    });
  };

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={handleSubmit}
      className="@container mt-4 flex flex-col gap-3 border-t border-line pt-4"
    >
      <h3 className="font-medium">{label}</h3>
      <div className="grid items-start gap-3 @lg:grid-cols-[8rem_9rem_minmax(0,1fr)]">
        <TextField
          label="Mês (AAAAMM)"
          inputMode="numeric"
          maxLength={6}
          placeholder="202701"
          value={month}
          onText={(text) => change({ month: text })}
        />
        <TextField
          label={valueLabel}
          inputMode="decimal"
          placeholder={valuePlaceholder}
          value={value}
          onText={(text) => change({ value: text })}
        />
        <TextField
          label="Fonte"
          maxLength={160}
          placeholder={sourcePlaceholder}
          value={source}
          onText={(text) => change({ source: text })}
        />
      </div>
      <FormProblem text={problem} />
      <Button type="submit" disabled={saving.isPending} className="self-start">
        {saving.isPending ? 'Importando...' : 'Importar'}
      </Button>
    </form>
  );
}

/** The source of a figure; an imported figure can be deleted. */
const sourceColumn = <Row extends Known>(
  monthOf: (row: Row) => string,
  onTakeAway: (row: Row) => void,
): Column<Row> => ({
  header: 'Fonte',
  className: 'min-w-24 wrap-anywhere max-sm:px-1',
  cell: (row) => (
    <>
      {row.source}
      {!row.isBuiltIn && (
        <TextButton
          aria-label={`Retirar: ${formatMonth(monthOf(row))}, ${row.source}`}
          className="ml-2"
          onClick={() => onTakeAway(row)}
        >
          Retirar
        </TextButton>
      )}
    </>
  ),
});

/** "-0,11" → -0.11. */
function readPercent(text: string): number | undefined {
  const bare = text.replace(/[\s%]/g, '').replace('−', '-').replace(',', '.');
  return /^-?\d+(\.\d{1,2})?$/.test(bare) ? Number(bare) : undefined;
}

const inpcTable: FigureTable<InpcTable[number], PutInpc> = {
  title: 'INPC',
  caption: 'INPC por mês',
  path: '/api/admin/inpc',
  response: InpcTable,
  body: PutInpc,
  bodyOf: ({ month, value, source }) => ({ months: [{ month, percent: value, source }] }),
  monthOf: ({ month }) => month,
  month: { header: 'Mês', isRowHeader: true, cell: ({ month }) => formatMonth(month) },
  value: {
    header: 'Variação',
    align: 'right',
    cell: ({ percent }) => `${formatAmount(percent * 100)}\u00a0%`,
  },
  takenAwayText: 'Mês retirado',
  newer: {
    label: 'Importar um mês mais novo',
    valueLabel: 'Variação (%)',
    valuePlaceholder: '0,32',
    sourcePlaceholder: 'IBGE, SNIPC',
    readValue: readPercent,
    savedText: 'O novo mês do INPC está em vigor.',
  },
};

/** The monthly price index, with a form for newer months. */
export const InpcPanel = () => <FigureTablePanel table={inpcTable} />;

const minimumWageTable: FigureTable<MinimumWageTable[number], PutMinimumWages> = {
  title: 'Salário mínimo',
  caption: 'Salário mínimo por vigência',
  path: '/api/admin/minimum-wage',
  response: MinimumWageTable,
  body: PutMinimumWages,
  bodyOf: ({ month, value, source }) => ({ periods: [{ from: month, value, source }] }),
  monthOf: ({ from }) => from,
  month: {
    header: 'Vigência',
    isRowHeader: true,
    cell: ({ from, to }) => (to === null ? `desde ${formatMonth(from)}` : periodText({ from, to })),
  },
  value: { header: 'Valor', align: 'right', cell: ({ value }) => formatReais(value) },
  takenAwayText: 'Valor retirado',
  newer: {
    label: 'Importar um valor mais novo',
    valueLabel: 'Valor (R$)',
    valuePlaceholder: '1.700,00',
    sourcePlaceholder: 'Decreto nº 12.797/2025',
    readValue: maybeReais,
    savedText: 'O novo salário mínimo vale nas pesquisas a partir do seu mês.',
  },
};

/** The minimum wages, with a form for a newer one. */
export const MinimumWagePanel = () => <FigureTablePanel table={minimumWageTable} />;
