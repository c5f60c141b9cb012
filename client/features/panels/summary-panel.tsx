import type { Completeness } from '../../../shared/contracts/completeness.ts';
import { isIncomplete } from '../../../shared/statistics/completeness.ts';
import type { SummarySentence } from '../../../shared/sentences/executive-summary.ts';
import { Panel } from '../../components/panel.tsx';
import { EmptyReason, emptyTexts } from './empty-reason.tsx';

/** The answer in sentences; each links to the panel that shows its figures. */
export function SummaryPanel({
  sentences,
  completeness,
  onPanel,
}: {
  sentences: readonly SummarySentence[];
  completeness: Completeness;
  onPanel: (panel: SummarySentence['panel']) => void;
}) {
  return (
    <Panel title="Resumo executivo">
      {sentences.length === 0 ? (
        <EmptyReason>
          {isIncomplete(completeness) ? emptyTexts.incompleteSummary : emptyTexts.summary}
        </EmptyReason>
      ) : (
        <div className="@container">
          <ul className="-mx-2 max-w-prose gap-x-6 tabular-nums @min-[60rem]:max-w-none @min-[60rem]:columns-2">
            {sentences.map((sentence) => (
              <li key={sentence.text} className="break-inside-avoid">
                <button
                  type="button"
                  onClick={() => onPanel(sentence.panel)}
                  className="grid w-full grid-cols-[1rem_1fr] rounded-control px-2 py-1 text-left hover:bg-sunken pointer-coarse:min-h-11"
                >
                  <span aria-hidden className="text-muted">
                    •
                  </span>
                  <span>
                    {sentence.text}
                    <span className="sr-only"> Ir para o painel.</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
