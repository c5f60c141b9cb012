import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../shared/words/format.ts';
import { statistics } from '../../../shared/statistics/catalogue.ts';
import { incompleteTitle, isIncomplete } from '../../../shared/statistics/completeness.ts';
import {
  SavedChange as Change,
  type FiguresOfRelease,
  type SavedSearch,
} from '../../../shared/contracts/history.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { IncompleteLine } from '../../components/incomplete-notice.tsx';
import { TextButton } from '../../components/button.tsx';
import { lazyPart } from '../../components/lazy.tsx';
import { areOfOneKind, changeText, figuresText, statisticText } from './receipt-panels.tsx';
import { getOptions } from '../../lib/get-options.ts';

/** The changes in a saved search since the user last saw it; no request without new data. */
export const savedChangeOptions = ({ id, seen, hasNewData }: SavedSearch) =>
  getOptions(['saved-change', id, seen.release], `/api/saved/${id}/change`, Change, {
    enabled: hasNewData,
  });

const RevisionNote = lazyPart(() => import('./revision-note.tsx'));

/** The figures of a saved search when it was last opened, and on the current data. */
export function SavedChange({ saved }: { saved: SavedSearch }) {
  const change = useQuery(savedChangeOptions(saved));
  if (!saved.hasNewData) {
    return (
      <>
        <p className="text-muted">Sem dados novos: {releaseText(saved.seen)}</p>
        <FigureList before={null} now={saved.seen} />
      </>
    );
  }
  return (
    <AsyncPanel query={change} skeleton={<Skeleton className="h-22" />}>
      {({ before, now }) => (
        <>
          <p className="text-muted">
            Da {releaseText(before)} para a {releaseText(now)}
          </p>
          <FigureList before={before} now={now} />
          <Moved saved={saved} />
        </>
      )}
    </AsyncPanel>
  );
}

/** Loads when opened, because a list has many searches. */
function Moved({ saved }: { saved: SavedSearch }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) {
    return <RevisionNote of={{ kind: 'saved', id: saved.id }} release={saved.seen.release} />;
  }
  return (
    <TextButton aria-label={`Ver o que mudou: ${saved.name}`} onClick={() => setIsOpen(true)}>
      Ver o que mudou
    </TextButton>
  );
}

const releaseText = ({ release, isSynthetic }: FiguresOfRelease) =>
  release === null
    ? 'época sem dados'
    : `versão ${release}${isSynthetic === true ? ' (demonstração)' : ''}`;

function FigureList({ before, now }: { before: FiguresOfRelease | null; now: FiguresOfRelease }) {
  return (
    <>
      {now.completeness && <IncompleteLine completeness={now.completeness} />}
      <dl className="mt-1 tabular-nums">
        {rowsOf(before, now).map(({ name, former, text, change }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="w-18 shrink-0 text-muted">{name}</dt>
            <dd className="flex flex-wrap gap-x-2">
              {former !== '' && (
                <span>
                  {former} <span className="sr-only">antes, agora</span>
                  <span aria-hidden>→</span>
                </span>
              )}
              <span className="font-medium whitespace-nowrap">{text}</span>
              {change !== '' && <span className="whitespace-nowrap text-muted">({change})</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const isWhole = ({ completeness }: FiguresOfRelease) =>
  completeness === undefined || !isIncomplete(completeness);

/** The change of a median; empty for incomplete data, and between demonstration data and real data. */
function medianChange(before: FiguresOfRelease, now: FiguresOfRelease): string {
  const areComparable = isWhole(before) && isWhole(now) && areOfOneKind(before, now);
  return areComparable ? changeText(before.median, now.median) : '';
}

function rowsOf(before: FiguresOfRelease | null, now: FiguresOfRelease) {
  return [
    {
      name: statistics.count.label,
      former: before === null ? '' : formatCount(before.count),
      text: formatCount(now.count),
      change:
        before === null || !areOfOneKind(before, now) ? '' : changeText(before.count, now.count),
    },
    {
      name: statistics.median.label,
      former: before === null ? '' : statisticText(before, before.median),
      text: statisticText(now, now.median),
      change: before === null ? '' : medianChange(before, now),
    },
  ];
}

/** The change of a saved search in one line, for narrow places: the median, and its change. */
export function ChangeLine({ saved }: { saved: SavedSearch }) {
  const change = useQuery(savedChangeOptions(saved));
  const now = saved.hasNewData ? change.data?.now : saved.seen;
  if (now === undefined) return change.isError ? 'não foi possível calcular' : 'calculando...';
  const counted = figuresText(now);
  if (now.median === null) return counted;
  const incomplete = now.completeness && incompleteTitle(now.completeness);
  const median = `${counted}${incomplete == null ? '' : `. ${incomplete}`}`;
  const text = saved.hasNewData ? medianChange(saved.seen, now) : '';
  return text === '' ? median : `${median} (${text})`;
}
