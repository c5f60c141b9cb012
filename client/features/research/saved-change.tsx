import { useQuery } from '@tanstack/react-query';
import { formatCount, formatReais } from '../../../shared/format.ts';
import { fewestForStatistics } from '../../../shared/sample-size.ts';
import type { FiguresOfRelease, SavedSearch } from '../../../shared/saved.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { changeText, statisticText } from './figure-text.ts';
import { savedChangeOptions } from './research-options.ts';

/** What a saved search said when it was last opened, and what it says on the current data. */
export function ChangeTable({ saved }: { saved: SavedSearch }) {
  const change = useQuery({ ...savedChangeOptions(saved), enabled: saved.hasNewData });
  if (!saved.hasNewData) return <FigureTable caption={saved.name} before={null} now={saved.seen} />;
  return (
    <AsyncPanel
      query={change}
      skeleton={<Skeleton className="h-22" />}
      renderError={(error, retry) => (
        <p role="alert" className="text-danger">
          {failureText(error, 'Não foi possível calcular.')}{' '}
          <button type="button" onClick={retry} className="min-h-6 underline underline-offset-3">
            Tentar de novo
          </button>
        </p>
      )}
    >
      {({ before, now }) => <FigureTable caption={saved.name} before={before} now={now} />}
    </AsyncPanel>
  );
}

const cellClass = 'py-0.5 pl-3 text-right whitespace-nowrap';

function FigureTable({
  caption,
  before,
  now,
}: {
  caption: string;
  before: FiguresOfRelease | null;
  now: FiguresOfRelease;
}) {
  return (
    <table className="tabular-nums">
      <caption className="sr-only">O que mudou: {caption}</caption>
      <thead className="text-fine text-muted">
        <tr>
          <th scope="col" className="sr-only">
            Número
          </th>
          {before && (
            <th scope="col" className={`${cellClass} font-normal`}>
              {releaseText(before)}
            </th>
          )}
          <th scope="col" className={`${cellClass} font-normal`}>
            {releaseText(now)}
          </th>
          {before && (
            <th scope="col" className={`${cellClass} font-normal`}>
              Mudança
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rowsOf(before, now).map(({ name, former, text, change }) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-left font-normal text-muted">
              {name}
            </th>
            {before && <td className={cellClass}>{former}</td>}
            <td className={`${cellClass} font-medium`}>{text}</td>
            {before && <td className={cellClass}>{change}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const releaseText = ({ release }: FiguresOfRelease) =>
  release === null ? 'sem dados' : `nº ${release}`;

function rowsOf(before: FiguresOfRelease | null, now: FiguresOfRelease) {
  const statistic = (name: string, of: 'average' | 'median') => ({
    name,
    former: before === null ? '' : statisticText(before, before[of]),
    text: statisticText(now, now[of]),
    change:
      before === null || Math.min(before.count, now.count) < fewestForStatistics
        ? ''
        : changeText(before[of], now[of]),
  });
  return [
    {
      name: 'Registros',
      former: before === null ? '' : formatCount(before.count),
      text: formatCount(now.count),
      change: before === null ? '' : changeText(before.count, now.count),
    },
    statistic('Média', 'average'),
    statistic('Mediana', 'median'),
  ];
}

/** The same in a line, where there is little room: the median, and how it changed. */
export function ChangeLine({ saved }: { saved: SavedSearch }) {
  const change = useQuery({ ...savedChangeOptions(saved), enabled: saved.hasNewData });
  const now = saved.hasNewData ? change.data?.now : saved.seen;
  if (now === undefined) return change.isError ? 'não foi possível calcular' : 'calculando...';
  if (now.count < fewestForStatistics || now.median === null) {
    return `${formatCount(now.count)} registros`;
  }
  const median = `mediana ${formatReais(now.median)}`;
  if (!saved.hasNewData) return `${median}, sem dados novos`;
  const told = changeText(saved.seen.median, now.median);
  return told === '' ? median : `${median} (${told})`;
}
