import { Download } from 'lucide-react';
import { useState } from 'react';
import type { SearchAnswer, SearchFilters } from '../../../shared/contracts/search.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { buttonClass } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { newestFirst, recordsCsvPath, type RecordsQuestion } from './records-options.ts';
import { RecordsView } from './records-view.tsx';
import { useShownColumns } from './use-shown-columns.ts';

/** The records themselves: all of them, in any order, with the columns that one wants, and as CSV. */
export default function RecordsPanel({
  answered: { answer, filters },
}: {
  answered: { answer: SearchAnswer; filters: SearchFilters };
}) {
  const [order, setOrder] = useState(newestFirst);
  const { chosen, columns, toggle, reset } = useShownColumns();
  const question: RecordsQuestion = {
    filters,
    release: answer.method.release?.number,
    totalCount: answer.totalCount,
    first: answer.results,
    pageSize: answer.pageSize,
  };
  const withSensitive = columns.some(({ isSensitive }) => isSensitive);
  return (
    <Panel
      title="Registros"
      aside={
        <div className="flex flex-wrap items-center gap-2 self-center print:hidden">
          <ColumnChooser chosen={chosen} onToggle={toggle} onReset={reset} />
          <a
            href={recordsCsvPath(question, { withSensitive })}
            download
            className={buttonClass('secondary')}
          >
            <Download aria-hidden size={16} />
            CSV<span className="sr-only"> de todos os registros</span>
          </a>
        </div>
      }
    >
      <p className="mb-3 text-dense text-muted tabular-nums">
        {formatCounted(answer.totalCount, 'registro', 'registros')}. Linhas iguais contam uma por
        uma: os arquivos não trazem número que distinga as pessoas.
      </p>
      <RecordsView
        key={JSON.stringify([filters, question.release])}
        question={question}
        columns={columns}
        order={order}
        onOrder={setOrder}
      />
    </Panel>
  );
}
