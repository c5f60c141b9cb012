import type { Statistics } from '../../../shared/contracts/search.ts';
import { figuresOf, figureText, type StatisticKey } from '../../../shared/statistics/catalogue.ts';
import { Panel } from '../../components/panel.tsx';

/** The cards above have these, and the distribution the median's interval. */
const toldElsewhere: readonly StatisticKey[] = [
  'count',
  'average',
  'min',
  'max',
  'medianLower',
  'medianUpper',
];

/** The real quartiles with their plain meaning, and how far pay spreads. */
export function QuartilePanel({ statistics, anchor }: { statistics: Statistics; anchor: string }) {
  const figures = figuresOf(statistics).filter(({ key }) => !toldElsewhere.includes(key));
  return (
    <Panel title="Quartis" anchor={anchor}>
      <div className="@container">
        <dl className="gap-x-10 tabular-nums @2xl:columns-2">
          {figures.map((figure) => (
            <div
              key={figure.key}
              className={`flex items-baseline justify-between gap-4 break-inside-avoid border-b border-line py-2 last:border-0 ${figure.key === 'median' ? 'font-semibold' : ''}`}
            >
              <dt className="min-w-0">
                {figure.title}
                <span className="block text-dense font-normal text-muted">{figure.meaning}</span>
              </dt>
              <dd className="whitespace-nowrap">{figureText(figure)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
