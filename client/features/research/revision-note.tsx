import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Revision,
  type RevisionCause,
  type RevisionMove,
} from '../../../shared/contracts/revisions.ts';
import { periodText } from '../../../shared/filters/data.ts';
import { statistics } from '../../../shared/statistics/catalogue.ts';
import { incompleteTitle, isIncomplete } from '../../../shared/statistics/completeness.ts';
import {
  formatCount,
  formatMonth,
  formatRecords,
  formatSigned,
  lowerFirst,
} from '../../../shared/words/format.ts';
import { Table, type Column } from '../../components/table.tsx';
import { TextButton } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { areOfOneKind, changeText, statisticText } from './receipt-panels.tsx';
import { getOptions } from '../../lib/get-options.ts';

/** A stored result that is computed again on later data. */
type RevisedThing = { readonly kind: 'receipts' | 'saved'; readonly id: string };

/** The changes since the release of a receipt, or since a saved search was last seen; fetched on each visit. */
export const revisionOptions = ({ kind, id }: RevisedThing, release: number | null) =>
  getOptions(
    ['revision', kind, id, release],
    `/api/${kind}/${encodeURIComponent(id)}/revision`,
    Revision,
    { staleTime: 0 },
  );

/** How much an answer of an earlier release changed, in a line; the figures and files on demand. */
export default function RevisionNote({
  of,
  release,
}: {
  of: RevisedThing;
  release: number | null;
}) {
  const revision = useQuery(revisionOptions(of, release));
  const [isOpen, setIsOpen] = useState(false);
  if (revision.isError) {
    return (
      <FailureNotice
        title="Não foi possível calcular o que mudou"
        error={revision.error}
        retry={() => void revision.refetch()}
      />
    );
  }
  if (revision.data === undefined) {
    return <output className="block text-dense text-muted">Calculando o que mudou...</output>;
  }
  const { before, now, moves } = revision.data;
  const isOpenable = areOfOneKind(before, now) && moves?.length !== 0;
  return (
    <div className="text-dense">
      <p>
        {revisionLine(revision.data)}{' '}
        {isOpenable && (
          <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Esconder os detalhes' : 'O que mudou'}
          </TextButton>
        )}
      </p>
      {isOpen && <RevisionDetails revision={revision.data} />}
    </div>
  );
}

interface FigureRow {
  readonly label: string;
  readonly before: string;
  readonly now: string;
  readonly change: string;
}

const figureColumns: readonly Column<FigureRow>[] = [
  { header: 'Número', isRowHeader: true, cell: ({ label }) => label },
  { header: 'Antes', align: 'right', cell: ({ before }) => before },
  { header: 'Agora', align: 'right', cell: ({ now }) => now },
  { header: 'Mudança', align: 'right', cell: ({ change }) => change || '—' },
];

export function RevisionDetails({ revision }: { revision: Revision }) {
  const { before, now, moves } = revision;
  return (
    <div className="mt-2 flex max-w-prose flex-col gap-3">
      <Table
        caption="Os números antes e agora"
        columns={figureColumns}
        rows={figureRows(revision)}
        rowKey={({ label }) => label}
      />
      {monthsText(before) !== monthsText(now) && before.period !== null && (
        <p>
          O período era {periodText(before.period)} e agora é {monthsText(now)}.
        </p>
      )}
      {moves === null ? (
        <p className="text-muted">
          As linhas da versão {before.release ?? '—'} não estão mais disponíveis: não é possível
          dizer quais arquivos mudaram os números.
        </p>
      ) : (
        <ul className="flex flex-col gap-1">
          {moves.map(({ cause, records, files }) => (
            <li key={cause}>
              <span className="font-medium">{causeTexts[cause]}</span>: {recordsText(records)}.{' '}
              <span className="wrap-anywhere text-muted">{files.map(fileText).join('; ')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const monthsText = ({ period }: Revision['now']) =>
  period === null ? 'sem meses' : periodText(period);

export function figureRows({ before, now }: Revision): FigureRow[] {
  const { count } = statistics;
  const money = (['average', 'p25', 'median', 'p75'] as const).map((key) => ({
    label: statistics[key].title,
    before: statisticText(before.figures, before.figures[key]),
    now: statisticText(now.figures, now.figures[key]),
    change: areComplete({ before, now }) ? changeText(before.figures[key], now.figures[key]) : '',
  }));
  const difference = now.figures.count - before.figures.count;
  return [
    {
      label: count.title,
      before: formatCount(before.figures.count),
      now: formatCount(now.figures.count),
      change: difference === 0 ? 'igual' : formatSigned(difference, formatCount),
    },
    ...money,
  ];
}

const causeTexts = {
  periodo: 'Meses que entraram no período ou saíram dele',
  mes_novo: 'Meses que ainda não estavam carregados',
  mes_republicado: 'Meses publicados de novo',
  mes_retirado: 'Meses que não estão mais carregados',
  fora_do_prazo: 'Declarações fora do prazo (FOR)',
  exclusoes: 'Exclusões (EXC)',
} as const satisfies Record<RevisionCause, string>;

/** "Desde a versão 3: +12 registros; mediana de R$ 1.700,00 para R$ 1.800,00 (+5,9 %)." */
export function revisionLine({ before, now, moves, isChangeSuppressed }: Revision): string {
  if (!areOfOneKind(before, now))
    return `Sem comparação com a versão ${before.release ?? '—'}: dados de demonstração não se comparam com dados reais.`;
  const since = `Desde a versão ${before.release ?? '—'}`;
  const records = now.figures.count - before.figures.count;
  const isSame = records === 0 && before.figures.median === now.figures.median;
  if (isSame && moves?.length === 0) return `${since}, nada mudou nesta resposta.`;
  const median =
    isChangeSuppressed && now.figures.median === null
      ? 'mediana omitida'
      : medianText({ before, now });
  const line = `${since}: ${recordsText(records)}; ${median}.${incompleteNotes({ before, now })}`;
  return isChangeSuppressed ? `${line} ${suppressedChange}` : line;
}

type Answers = Pick<Revision, 'before' | 'now'>;

/** Without its main file, a month has other records: nothing is compared. */
const areComplete = ({ before, now }: Answers) =>
  !isIncomplete(before.completeness) && !isIncomplete(now.completeness);

function medianText({ before, now }: Answers): string {
  const from = statisticText(before.figures, before.figures.median);
  const to = statisticText(now.figures, now.figures.median);
  if (!areComplete({ before, now })) return `mediana de ${from} para ${to}`;
  if (from === to) return `mediana igual, ${to}`;
  const change = changeText(before.figures.median, now.figures.median);
  return `mediana de ${from} para ${to}${inBrackets(change)}`;
}

/** " Versão 1: dados incompletos: falta …": of each release with incomplete data. */
const incompleteNotes = ({ before, now }: Answers): string =>
  [before, now]
    .flatMap(({ release, completeness }) => {
      const title = incompleteTitle(completeness);
      return title === null ? [] : [` Versão ${release ?? '—'}: ${lowerFirst(title)}.`];
    })
    .join('');

const suppressedChange =
  'Poucos registros mudaram: omitimos os valores atuais que revelariam os salários deles.';

const inBrackets = (text: string) => (text === '' ? '' : ` (${text})`);

/** "+12 registros", "o mesmo número de registros". */
export function recordsText(records: number): string {
  if (records === 0) return 'o mesmo número de registros';
  return formatSigned(records, formatRecords);
}

/** The files of a cause: "CAGEDFOR202308.txt, ago/2023 (+2)". */
export const fileText = ({ name, month, records }: RevisionMove['files'][number]): string =>
  `${name}, ${formatMonth(month)}${records === null ? '' : ` (${formatSigned(records, formatCount)})`}`;
