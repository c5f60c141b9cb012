import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { MarketNames } from '../../../shared/contracts/market.ts';
import type { StateItem } from '../../../shared/contracts/reference.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { eraseStoredPayroll } from '../../lib/stored-payroll.ts';
import { statesOptions } from '../../lib/reference-options.ts';
import { ChooseRoll, PromiseNote } from './reading/choose-roll.tsx';
import { ColumnForm } from './reading/column-form.tsx';
import { StoredPayrollPanel } from './storage/keep-roll.tsx';
import {
  storedPayrollOptions,
  marketNamesOptions,
  heldRoll,
  rememberRoll,
  rollInMemory,
  type HeldRoll,
} from './storage/payroll-storage.ts';
import { PayrollReader } from './reading/payroll-reader.ts';
import { regionsOf } from './market/market-ladder.ts';
import { PayrollWords } from './market/payroll-words.ts';
import type { Choices } from './market/placed-people.ts';
import { PlacedRollView } from './figures/placed-roll-view.tsx';
import {
  lackingColumns,
  recognisedColumns,
  type ColumnPlaces,
  RollFileError,
  type RollTable,
} from './reading/roll-columns.ts';

/** A payroll beside the market, from the file to the chart; no value of it leaves the browser. */
export function PayrollScreen({ owner }: { owner: string }) {
  const names = useQuery(marketNamesOptions);
  const states = useQuery(statesOptions);
  return (
    <AsyncPanel query={names} skeleton={<Skeleton className="h-80" />}>
      {(result) => (
        <AsyncPanel query={states} skeleton={<Skeleton className="h-80" />}>
          {(list) => <Payroll key={owner} owner={owner} names={result} states={list} />}
        </AsyncPanel>
      )}
    </AsyncPanel>
  );
}

/** The table of a file, and its column assignment. */
interface ReadTable {
  readonly table: RollTable;
  readonly fileName: string;
  readonly columns: ColumnPlaces;
}

function Payroll({
  owner,
  names,
  states,
}: {
  owner: string;
  names: MarketNames;
  states: readonly StateItem[];
}) {
  const reader = useReader(names, states);
  const words = useMemo(() => new PayrollWords(names), [names]);
  const regionOf = useMemo(() => regionsOf(names, states), [names, states]);
  const [held, setHeld] = useState<HeldRoll | undefined>(() => rollInMemory(owner));
  const [read, setRead] = useState<ReadTable>();
  const [isMapping, setMapping] = useState(false);
  const [reading, setReading] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stored = useQuery(storedPayrollOptions(owner));

  const hold = (next: HeldRoll | undefined) => {
    rememberRoll(owner, next);
    setHeld(next);
  };
  const attempt = async (fileName: string, work: () => Promise<void>) => {
    setReading(fileName);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RollFileError)) throw error;
      setMapping(false);
      hold(undefined);
      setProblem(error.message);
    } finally {
      setReading(null);
    }
  };
  /** Reads the people, with the occupations that the user chose before if the same table is read with other columns. */
  const take = (asked: ReadTable, choices: Choices) =>
    attempt(asked.fileName, async () => {
      const roll = await reader.people(asked);
      if (roll.people.length === 0) throw emptyPayroll(roll.refused[0]?.text);
      setRead(asked);
      setMapping(false);
      hold(heldRoll(roll, choices));
    });
  const handleFile = (file: File) =>
    attempt(file.name, async () => {
      const table = await reader.read(file);
      const columns = recognisedColumns(table.header);
      const asked = { table, fileName: file.name, columns };
      setRead(asked);
      if (lackingColumns(columns) === null) await take(asked, {});
      else setMapping(true);
    });

  if (read && isMapping) {
    return (
      <>
        <PromiseNote />
        <ColumnForm
          table={read.table}
          columns={read.columns}
          onColumns={(columns) => void take({ ...read, columns }, held?.choices ?? {})}
          onBack={held && (() => setMapping(false))}
          onCancel={() => {
            setMapping(false);
            hold(undefined);
          }}
        />
      </>
    );
  }
  if (held) {
    return (
      <PlacedRollView
        held={held}
        owner={owner}
        words={words}
        reader={reader}
        regionOf={regionOf}
        onHeld={hold}
        onColumns={read && (() => setMapping(true))}
        onErase={() => {
          setRead(undefined);
          hold(undefined);
          void eraseStoredPayroll().then(() => stored.refetch());
        }}
      />
    );
  }
  return (
    <>
      <PromiseNote />
      {stored.data && (
        <StoredPayrollPanel
          stored={stored.data}
          onOpened={hold}
          onErased={() => void stored.refetch()}
        />
      )}
      <ChooseRoll problem={problem} reading={reading} onFile={(file) => void handleFile(file)} />
    </>
  );
}

const emptyPayroll = (first: string | undefined) =>
  new RollFileError(
    `Nenhuma linha pôde ser lida${first === undefined ? '' : `. Na primeira, ${first}`}. Confira se as colunas de cargo e salário são as certas e tente de novo.`,
  );

function useReader(names: MarketNames, states: readonly StateItem[]): PayrollReader {
  const reader = useMemo(
    () => new PayrollReader(names, new Map(states.map(({ sigla, nome }) => [sigla, nome]))),
    [names, states],
  );
  useEffect(() => () => reader.close(), [reader]);
  return reader;
}
