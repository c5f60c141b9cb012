import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import Columns3 from 'lucide-react/icons/columns-3';
import { Popover } from 'radix-ui';
import { PopoverContent } from '../../components/popover-content.tsx';
import { z } from 'zod';
import { parseJson } from '../../../shared/contracts/parse-json.ts';
import { sensitiveSorts } from '../../../shared/contracts/records.ts';
import type { AnswerHead, SearchFilters } from '../../../shared/contracts/search.ts';
import { formatRecords } from '../../../shared/words/format.ts';
import { storedText, storeText } from '../../lib/browser-storage.ts';
import { useMediaQuery } from '../../lib/hooks.ts';
import { useCan } from '../../lib/session.ts';
import { buttonClass, Button, TextButton } from '../../components/button.tsx';
import { usualColumns, recordColumns, type RecordColumn } from './record-columns.ts';
import { newestFirst, recordsCsvPath, type RecordsQuery } from './records-options.ts';
import { RecordsView } from './records-view.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Fold } from '../../components/fold.tsx';

/** Records on a page where each is a card of several lines. */
const cardsOfPage = 20;

/** The records: all of them, in any order, with the chosen columns, and as CSV. */
export default function RecordsPanel({
  answered: { answer, filters },
}: {
  answered: { answer: AnswerHead; filters: SearchFilters };
}) {
  const [order, setOrder] = useState(newestFirst);
  const { chosen, columns, toggle, reset } = useShownColumns(usualColumns(answer.method.movement));
  const canReadAll = useCan('readAllRecords');
  const isWide = useMediaQuery('(min-width: 48rem)');
  const { totalCount, results } = answer;
  const pageSize = canReadAll && !isWide ? cardsOfPage : answer.pageSize;
  const withSensitive = columns.some(({ isSensitive }) => isSensitive);
  const query: RecordsQuery = {
    filters,
    release: answer.method.release?.number,
    totalCount: canReadAll ? totalCount : results.length,
    first: results.slice(0, pageSize),
    pageSize,
    withSensitive,
  };
  // The records cannot be ordered by a hidden sensitive column.
  const isOrderShown = withSensitive || !sensitiveSorts.has(order.sort);
  return (
    <section aria-label="Registros">
      <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
        <ColumnChooser
          chosen={chosen}
          hasSensitive={canReadAll}
          onToggle={toggle}
          onReset={reset}
        />
        {canReadAll && (
          <a href={recordsCsvPath(query)} download className={buttonClass('secondary')}>
            <Download aria-hidden size={16} />
            CSV<span className="sr-only"> de todos os registros</span>
          </a>
        )}
      </div>
      <p className="mb-3 text-dense text-muted tabular-nums">
        {formatRecords(totalCount)}
        {!canReadAll &&
          totalCount > results.length &&
          `; o seu papel permite ver os ${results.length} primeiros`}
        . Linhas iguais contam separadamente: os arquivos não têm um número que distinga as pessoas.
      </p>
      <RecordsView
        key={JSON.stringify([filters, query.release])}
        query={query}
        columns={columns}
        order={isOrderShown ? order : newestFirst}
        onOrder={canReadAll ? setOrder : undefined}
      />
    </section>
  );
}

const ordinary = recordColumns.filter(({ isSensitive }) => !isSensitive);
const sensitive = recordColumns.filter(({ isSensitive }) => isSensitive);

function ColumnChooser({
  chosen,
  hasSensitive,
  onToggle,
  onReset,
}: {
  chosen: ReadonlySet<string>;
  /** Whether the user may request race and disability. */
  hasSensitive: boolean;
  onToggle: (column: RecordColumn) => void;
  onReset: () => void;
}) {
  const list = (columns: readonly RecordColumn[]) => (
    <ul className="flex flex-col">
      {columns.map((column) => (
        <li key={column.key}>
          <Checkbox
            label={column.label}
            isChecked={chosen.has(column.key)}
            onChecked={() => onToggle(column)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button>
          <Columns3 aria-hidden size={16} />
          Colunas
        </Button>
      </Popover.Trigger>
      <PopoverContent
        align="end"
        aria-label="Colunas dos registros"
        className="flex w-80 flex-col gap-2 p-4 text-dense outline-none"
      >
        {list(ordinary)}
        {hasSensitive && (
          <Fold title="Dados sensíveis">
            <p className="mb-2 text-muted">
              Raça ou cor e deficiência são dados sensíveis (LGPD, art. 5º, II). Mostre-os só para
              estudar diferenças entre grupos, em dados sem nomes, e não para decidir sobre uma
              pessoa. A escolha vale até você sair da página e fica registrada na auditoria; com
              ela, o CSV também os traz.
            </p>
            {list(sensitive)}
          </Fold>
        )}
        <TextButton onClick={onReset}>Restaurar colunas</TextButton>
      </PopoverContent>
    </Popover.Root>
  );
}

const name = 'record-columns';
const storable = new Set(ordinary.map(({ key }) => key));

/**
 * The visible columns of the records, stored in this browser, in the columns' own order; the usual ones until the user
 * chooses. Sensitive columns are not stored: the user requests them on each visit.
 */
function useShownColumns(usual: readonly string[]) {
  const [chosen, setChosen] = useState(() => new Set(storedKeys() ?? usual));
  const change = (next: Set<string>) => {
    setChosen(next);
    const keys = [...next].filter((key) => storable.has(key));
    storeText('localStorage', name, JSON.stringify(keys));
  };
  return {
    chosen,
    columns: recordColumns.filter(({ key }) => chosen.has(key)),
    toggle: ({ key }: RecordColumn) => {
      const next = new Set(chosen);
      if (!next.delete(key)) next.add(key);
      change(next);
    },
    reset: () => change(new Set(usual)),
  };
}

function storedKeys(): string[] | undefined {
  const stored = parseJson(storedText('localStorage', name) ?? '');
  return z
    .array(z.string())
    .safeParse(stored)
    .data?.filter((key) => storable.has(key));
}
