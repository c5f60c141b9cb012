import type { SummarySentence } from '../../../shared/executive-summary.ts';
import { Panel } from '../../components/panel.tsx';
import { anchors } from './anchors.ts';
import { EmptyReason } from './empty-reason.tsx';
import { emptyTexts } from './empty-texts.ts';

/** The answer in sentences; each leads to the panel that shows its figures. */
export function SummaryPanel({ sentences }: { sentences: readonly SummarySentence[] }) {
  return (
    <Panel title="Resumo executivo" anchor={anchors.summary}>
      {sentences.length === 0 ? (
        <EmptyReason>{emptyTexts.summary}</EmptyReason>
      ) : (
        <ul className="-mx-2 flex max-w-prose flex-col tabular-nums">
          {sentences.map((sentence) => (
            <li key={sentence.text}>
              <button
                type="button"
                onClick={() => leadTo(sentence)}
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
      )}
    </Panel>
  );
}

/** The heading takes the focus, so that reading goes on from there. */
function leadTo({ panel }: SummarySentence): void {
  const heading = document.getElementById(anchors[panel]);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
