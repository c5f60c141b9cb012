import type { Statistics } from '../../../shared/contracts/search.ts';
import { figuresOf, figureText } from '../../../shared/statistics/catalogue.ts';
import { Panel } from '../../components/panel.tsx';

/** Every statistic of an answer with its plain meaning. */
export function QuartilePanel({ statistics }: { statistics: Statistics }) {
  return (
    <Panel title="Quartis">
      <div className="@container">
        <dl className="gap-x-10 tabular-nums @2xl:columns-2">
          {figuresOf(statistics).map((figure) => (
            <div
              key={figure.key}
              className={`flex items-baseline justify-between gap-4 break-inside-avoid border-b border-line py-2 last:border-0 ${figure.key === 'median' ? 'font-semibold' : ''}`}
            >
              <dt className="min-w-0">
                {figure.title}
                <span className="block text-dense font-normal text-muted">{figure.meaning}</span>
                {figure.note !== null && (
                  <span className="block text-fine font-normal text-muted">{figure.note}</span>
                )}
              </dt>
              <dd className="whitespace-nowrap">{figureText(figure)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
