import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MarketNames } from '../../../shared/contracts/market.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { FileDrop } from '../../components/file-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { focusContentIfLost } from '../../lib/lost-focus.ts';
import { ChooseRoll, PromiseNote } from './reading/choose-roll.tsx';
import { ColumnForm } from './reading/column-form.tsx';
import { StoredPayrollPanel } from './storage/keep-roll.tsx';
import {
  storedPayrollOptions,
  marketNamesOptions,
  heldRoll,
  rememberRoll,
  rollInMemory,
} from './storage/payroll-storage.ts';
import { afterReading, noPayroll, type PayrollState } from './reading/payroll-state.ts';
import { PayrollReader } from './reading/payroll-reader.ts';
import { regionsOf } from './market/market-ladder.ts';
import { PayrollWords } from './market/payroll-words.ts';
import type { Choices } from './market/placed-people.ts';
import { PlacedRollView } from './figures/placed-roll-view.tsx';
import {
  lackingColumns,
  type ReadTable,
  recognisedColumns,
  RollFileError,
} from './reading/roll-columns.ts';

type StateChange = (now: PayrollState) => PayrollState;

/** A payroll beside the market, from the file to the chart; no value of it leaves the browser. */
export function PayrollScreen({ owner }: { owner: string }) {
  const names = useQuery(marketNamesOptions);
  return (
    <AsyncPanel query={names} skeleton={<Skeleton className="h-80" />}>
      {(result) => <Payroll key={owner} owner={owner} names={result} />}
    </AsyncPanel>
  );
}

function Payroll({ owner, names }: { owner: string; names: MarketNames }) {
  const reader = useReader(names);
  const words = useMemo(() => new PayrollWords(names), [names]);
  const regionOf = useMemo(() => regionsOf(names), [names]);
  const [state, setState] = useState(() => ({ ...noPayroll, held: rollInMemory(owner) }));
  const { held, read, mapped, problem } = state;
  /** The name of the file that is being read. */
  const [reading, setReading] = useState<string | null>(null);
  const readings = useRef(0);
  const stored = useQuery(storedPayrollOptions(owner));
  useEffect(() => rememberRoll(owner, held), [owner, held]);

  const change = (changes: Partial<PayrollState>) => setState((now) => ({ ...now, ...changes }));
  /** Ends the reading that still runs, if there is one; its result is not shown. */
  const leaveReading = (changes: Partial<PayrollState>) => {
    if (reading !== null) reader.close();
    readings.current += 1;
    setReading(null);
    change(changes);
  };
  const attempt = async (fileName: string, work: () => Promise<StateChange>) => {
    leaveReading({ problem: null });
    const number = readings.current;
    const isCurrent = () => number === readings.current;
    setReading(fileName);
    try {
      const next = await work();
      if (isCurrent()) setState(next);
    } catch (error) {
      if (!(error instanceof RollFileError)) throw error;
      if (isCurrent()) change({ problem: error.message });
    } finally {
      if (isCurrent()) setReading(null);
    }
  };
  const peopleOf = async (requested: ReadTable, choices: Choices): Promise<StateChange> => {
    try {
      const next = heldRoll(await reader.people(requested), choices);
      return (now) => afterReading(now, requested, next);
    } catch (error) {
      if (!(error instanceof RollFileError)) throw error;
      // A wrong column can be the cause.
      return (now) => ({ ...now, mapped: requested, problem: error.message });
    }
  };
  const handleFile = (file: File) => {
    // A dropped file comes without the focus.
    focusContentIfLost();
    return attempt(file.name, async () => {
      const table = await reader.read(file);
      const columns = recognisedColumns(table.header);
      const requested = { table, fileName: file.name, columns };
      return lackingColumns(columns) === null
        ? peopleOf(requested, {})
        : (now) => ({ ...now, mapped: requested });
    });
  };

  const notice = problem !== null && (
    <Notice tone="danger" title="A planilha não foi lida">
      {problem}
    </Notice>
  );
  const drop = (
    <FileDrop
      prompt={
        held ? 'Solte a planilha: ela substitui a folha aberta' : 'Solte a planilha da folha aqui'
      }
      onFiles={([file]) => {
        if (file) void handleFile(file);
      }}
    />
  );
  if (mapped) {
    // The held table with other columns: the occupations that the user chose stay.
    const choices = held && mapped.table === read?.table ? held.choices : {};
    return (
      <>
        {drop}
        <PromiseNote />
        {notice}
        <ColumnForm
          table={mapped.table}
          columns={mapped.columns}
          reading={reading}
          onColumns={(columns) =>
            void attempt(mapped.fileName, () => peopleOf({ ...mapped, columns }, choices))
          }
          onBack={held && (() => leaveReading({ mapped: undefined, problem: null }))}
          onFile={(file) => void handleFile(file)}
          onCancel={() => leaveReading(noPayroll)}
        />
      </>
    );
  }
  if (held) {
    return (
      <>
        {drop}
        {notice}
        <output className="text-dense text-muted wrap-anywhere empty:hidden">
          {reading !== null && `Lendo ${reading}...`}
        </output>
        <PlacedRollView
          held={held}
          owner={owner}
          words={words}
          reader={reader}
          regionOf={regionOf}
          onHeld={(next) => change({ held: next })}
          onColumns={read && (() => change({ mapped: read, problem: null }))}
          onDeleted={() => {
            leaveReading(noPayroll);
            void stored.refetch();
          }}
        />
      </>
    );
  }
  return (
    <>
      {drop}
      <PromiseNote />
      {stored.data && (
        <StoredPayrollPanel
          stored={stored.data}
          onOpened={(opened) => leaveReading({ ...noPayroll, held: opened })}
          onDeleted={() => void stored.refetch()}
        />
      )}
      {notice}
      <ChooseRoll reading={reading} onFile={(file) => void handleFile(file)} />
    </>
  );
}

function useReader(names: MarketNames): PayrollReader {
  const reader = useMemo(() => new PayrollReader(names), [names]);
  useEffect(() => () => reader.close(), [reader]);
  return reader;
}
