import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { sensitiveSorts } from '../../../shared/contracts/records.ts';
import type { AnswerHead, SearchFilters } from '../../../shared/contracts/search.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { useCan } from '../../lib/session.ts';
import { buttonClass } from '../../components/button.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { usualColumns } from './record-columns.ts';
import { newestFirst, recordsCsvPath, type RecordsQuestion } from './records-options.ts';
import { RecordsView } from './records-view.tsx';
import { useShownColumns } from './use-shown-columns.ts';

/** The records: all of them, in any order, with the chosen columns, and as CSV. */
export default function RecordsPanel({
  answered: { answer, filters },
}: {
  answered: { answer: AnswerHead; filters: SearchFilters };
}) {
  const [order, setOrder] = useState(newestFirst);
  const { chosen, columns, toggle, reset } = useShownColumns(usualColumns(answer.method.movement));
  const canReadAll = useCan('readAllRecords');
  const { totalCount, results } = answer;
  const withSensitive = columns.some(({ isSensitive }) => isSensitive);
  const question: RecordsQuestion = {
    filters,
    release: answer.method.release?.number,
    totalCount: canReadAll ? totalCount : results.length,
    first: results,
    pageSize: answer.pageSize,
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
          <a href={recordsCsvPath(question)} download className={buttonClass('secondary')}>
            <Download aria-hidden size={16} />
            CSV<span className="sr-only"> de todos os registros</span>
          </a>
        )}
      </div>
      <p className="mb-3 text-dense text-muted tabular-nums">
        {formatCounted(totalCount, 'registro', 'registros')}
        {!canReadAll &&
          totalCount > results.length &&
          `, dos quais os visualizadores veem os ${results.length} primeiros`}
        . Linhas iguais contam uma por uma: os arquivos não trazem número que distinga as pessoas.
      </p>
      <RecordsView
        key={JSON.stringify([filters, question.release])}
        question={question}
        columns={columns}
        order={isOrderShown ? order : newestFirst}
        onOrder={canReadAll ? setOrder : undefined}
      />
    </section>
  );
}
