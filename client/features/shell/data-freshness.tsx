import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Popover } from 'radix-ui';
import { PopoverContent } from '../../components/popover-content.tsx';
import { useState } from 'react';
import {
  formatDate,
  formatMoment,
  formatMonth,
  formatLongMonth,
} from '../../../shared/words/format.ts';
import { brasiliaDay } from '../../../shared/codes/months.ts';
import type { ReleaseSummary } from '../../../shared/contracts/release.ts';
import { fileKinds } from '../../../shared/contracts/uploads.ts';
import { linkClass } from '../../components/button.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { expectedText, releaseOptions } from '../../lib/release.ts';

/** How recent the data is, in one line; a click opens the details. */
export function DataFreshness() {
  const release = useQuery(releaseOptions).data;
  if (release === undefined) return null;
  return (
    <Popover.Root>
      <Popover.Trigger className="min-h-9 rounded-control px-2 text-left text-fine text-muted tabular-nums underline decoration-dotted underline-offset-4 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11">
        <span className="sr-only">Atualidade dos dados: </span>
        <FreshnessLine release={release} />
      </Popover.Trigger>
      <PopoverContent
        aria-label="Atualidade dos dados"
        align="end"
        className="flex w-100 flex-col gap-3 p-4 text-dense"
      >
        <Freshness release={release} />
      </PopoverContent>
    </Popover.Root>
  );
}

function FreshnessLine({ release }: { release: ReleaseSummary }) {
  const { number, lastMonth } = release;
  const isShort = number !== null && lastMonth !== null;
  const lack = lackText(release);
  return (
    <>
      {isShort && <span className="sm:hidden">{formatMonth(lastMonth)}</span>}
      <span className={isShort ? 'max-sm:sr-only' : ''}>{lastMonthText(release)}</span>
      <span className="max-md:sr-only">{lack !== '' && ` · ${lack}`}</span>
    </>
  );
}

function Freshness({ release }: { release: ReleaseSummary }) {
  const { number, publishedAt, isSynthetic, nextPublication } = release;
  const [today] = useState(() => brasiliaDay(new Date()));
  return (
    <>
      <p className="font-medium">
        {lastMonthText(release)}
        {isSynthetic && ' · sintéticos, de demonstração'}
      </p>
      {number !== null && publishedAt !== null && (
        <p className="text-muted">
          Versão {number} dos dados, publicada em {formatMoment(publishedAt)}.
        </p>
      )}
      {release.recentMonths.length > 0 && <RecentMonths months={release.recentMonths} />}
      {nextPublication !== null && !isSynthetic && (
        <div>
          <p>
            {formatLongMonth(nextPublication.month)}: {expectedText(nextPublication, today)}.
          </p>
          <p className="text-fine text-muted">{nextPublication.note}</p>
        </div>
      )}
      {!isSynthetic && (
        <p>
          <Popover.Close asChild>
            <Link to="/integrity" className={linkClass}>
              Conferir com os números do MTE
            </Link>
          </Popover.Close>
        </p>
      )}
    </>
  );
}

type RecentMonth = ReleaseSummary['recentMonths'][number];
const shownMonths = 4;

const columns: readonly Column<RecentMonth>[] = [
  { header: 'Mês', isRowHeader: true, cell: ({ month }) => formatMonth(month) },
  ...fileKinds.map((kind): Column<RecentMonth> => ({
    header: kind,
    cell: ({ files }) => {
      const file = files.find((own) => own.kind === kind);
      return file ? formatDate(file.publishedAt) : <span className="text-muted">falta</span>;
    },
  })),
];

/** Which of the three files are loaded for each of the last months, and since when. */
function RecentMonths({ months }: { months: readonly RecentMonth[] }) {
  return (
    <div className="max-sm:[&_:is(th,td)]:px-1 max-sm:[&_table]:text-fine">
      <Table
        caption="Arquivos dos últimos meses e quando foram carregados"
        columns={columns}
        rows={months.slice(0, shownMonths)}
        rowKey={({ month }) => month}
      />
    </div>
  );
}

/** Shown on every screen while the data is synthetic. */
export function DemonstrationBanner() {
  const release = useQuery(releaseOptions);
  if (release.data?.isSynthetic !== true) return null;
  return (
    <p
      role="note"
      className="flex min-h-8 items-center justify-center border-b border-line bg-sunken px-4 text-dense font-medium"
    >
      Dados sintéticos de demonstração
    </p>
  );
}

/** "Dados até abr/2026": the last month that has its movements. */
export function lastMonthText({ number, lastMonth }: ReleaseSummary): string {
  if (number === null) return 'Sem dados';
  return lastMonth === null ? 'Sem arquivo MOV' : `Dados até ${formatMonth(lastMonth)}`;
}

/** Whether the last month is incomplete, in plain words; '' if it has all its files, or if there is no data. */
export function lackText({ number, lastMonth, recentMonths }: ReleaseSummary): string {
  if (number === null || lastMonth === null) return '';
  const last = recentMonths.find(({ month }) => month === lastMonth);
  const isWhole = fileKinds.every((kind) => last?.files.some((file) => file.kind === kind));
  return isWhole ? '' : 'ainda parciais';
}
