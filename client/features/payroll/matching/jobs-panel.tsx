import { useMemo, useState, type MouseEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../../shared/words/format.ts';
import { Button } from '../../../components/button.tsx';
import { RetryButton } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { StackingTable } from '../../../components/stacking-table.tsx';
import type { Column } from '../../../components/table.tsx';
import { confidenceLabels, isDoubtful, type TitleMatch } from './match-titles.ts';
import type { HeldRoll } from '../storage/payroll-storage.ts';
import type { PayrollReader } from '../reading/payroll-reader.ts';
import { peopleText, type PayrollWords } from '../market/payroll-words.ts';
import { matchOf } from '../market/placed-people.ts';
import { Combobox } from '../../../components/combobox.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { useDebounced } from '../../../lib/hooks.ts';

interface Job {
  readonly key: string;
  readonly title: string;
  readonly people: number;
  readonly match: TitleMatch;
}

const shownAtFirst = 50;

/** Each job of the payroll and the occupation it matched, doubtful matches first; all can be corrected. */
export function JobsPanel({
  held,
  words,
  reader,
  onChoose,
}: {
  held: HeldRoll;
  words: PayrollWords;
  reader: PayrollReader;
  onChoose: (jobKey: string, code: string) => void;
}) {
  const jobs = useMemo(() => jobsOfRoll(held), [held]);
  const [edited, setEdited] = useState<Job>();
  const [isWhole, setWhole] = useState(false);
  const doubtful = jobs.filter(({ match }) => isDoubtful(match.confidence)).length;
  return (
    <Panel
      title="Cargos e ocupações"
      aside={
        <span className="text-dense text-muted">
          {doubtful === 0 ? 'nenhum para conferir' : `${formatCount(doubtful)} para conferir`}
        </span>
      }
    >
      <StackingTable
        caption="Cargos da folha e as ocupações da CBO"
        rows={isWhole ? jobs : jobs.slice(0, shownAtFirst)}
        rowKey={({ key }) => key}
        columns={jobColumns(words, setEdited, onChoose)}
      />
      {!isWhole && jobs.length > shownAtFirst && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          Mostrar os {formatCount(jobs.length)} cargos
        </Button>
      )}
      {edited && (
        <OccupationSheet
          title={edited.title}
          people={peopleText(edited.people)}
          reader={reader}
          words={words}
          onClose={() => setEdited(undefined)}
          onPick={(code) => {
            onChoose(edited.key, code);
            setEdited(undefined);
          }}
        />
      )}
    </Panel>
  );
}

function jobColumns(
  words: PayrollWords,
  onEdit: (job: Job) => void,
  onChoose: (jobKey: string, code: string) => void,
): Column<Job>[] {
  return [
    {
      header: 'Cargo na planilha',
      cell: ({ title }) => title,
      className: 'wrap-anywhere',
      isRowHeader: true,
    },
    { header: 'Pessoas', cell: ({ people }) => formatCount(people), align: 'right' },
    {
      header: 'Ocupação',
      cell: ({ match }) => (match.code === null ? '—' : words.occupation(match.code)),
    },
    {
      header: 'Certeza',
      cell: ({ match: { confidence, unknownCbo } }) => (
        <span className={isDoubtful(confidence) ? 'font-medium text-warm' : 'text-muted'}>
          {unknownCbo === undefined
            ? confidenceLabels[confidence]
            : `CBO ${unknownCbo} não existe: confira`}
        </span>
      ),
    },
    {
      header: 'Correção',
      cell: (job) => (
        <span className="flex flex-wrap gap-2 @3xl:flex-nowrap">
          <ConfirmButton job={job} onChoose={onChoose} />
          <Button aria-label={`Trocar a ocupação de ${job.title}`} onClick={() => onEdit(job)}>
            Trocar
          </Button>
        </span>
      ),
    },
  ];
}

/** One click that takes a doubtful occupation as right. */
function ConfirmButton({
  job: { key, title, match },
  onChoose,
}: {
  job: Job;
  onChoose: (jobKey: string, code: string) => void;
}) {
  const { code, confidence } = match;
  if (code === null || !isDoubtful(confidence)) return null;
  const handleClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button leaves the page, so the focus goes to the next job; at the last job, to "Trocar".
    const next = currentTarget.closest('tr')?.nextElementSibling?.querySelector('button');
    (next ?? currentTarget.parentElement?.querySelector<HTMLElement>('button:last-child'))?.focus();
    onChoose(key, code);
  };
  return (
    <Button aria-label={`Está certo: ${title}`} onClick={handleClick}>
      <span className="whitespace-nowrap">Está certo</span>
    </Button>
  );
}

function jobsOfRoll({ roll, choices }: HeldRoll): Job[] {
  const jobs = [...Map.groupBy(roll.people, ({ jobKey }) => jobKey)].map(([key, people]): Job => ({
    key,
    title: people[0]?.title ?? '',
    people: people.length,
    match: matchOf(roll, choices, key),
  }));
  const doubt = ({ match }: Job) => Number(isDoubtful(match.confidence));
  return jobs.toSorted((a, b) => doubt(b) - doubt(a) || b.people - a.people);
}

const maxCandidates = 3;

/** Finds another occupation for a job, in the browser; the typed text is never sent. */
function OccupationSheet({
  title,
  people,
  reader,
  words,
  onPick,
  onClose,
}: {
  title: string;
  people: string;
  reader: PayrollReader;
  words: PayrollWords;
  onPick: (code: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const searched = useDebounced(text.trim());
  const offersOf = (name: string) => ({
    queryKey: ['payroll-offers', name],
    queryFn: () => reader.offers(name),
    gcTime: 0,
  });
  const offers = useQuery({ ...offersOf(searched), enabled: searched.length > 2 });
  const best = useQuery(offersOf(title));
  const failed = [best, offers].find(({ isError }) => isError);
  const candidates = (best.data ?? []).slice(0, maxCandidates);
  const found = searched.length > 2 ? (offers.data ?? []) : [];
  return (
    <Sheet title="Trocar a ocupação" side="right" isOpen onOpen={onClose}>
      <p className="mb-4 wrap-anywhere">
        <strong className="font-medium">{title}</strong>: a troca vale para {people} com esse cargo.
      </p>
      {candidates.length > 0 && (
        <ul aria-label="Ocupações mais próximas" className="mb-4 flex flex-col gap-2">
          {candidates.map(({ code }) => (
            <li key={code}>
              <Button className="w-full justify-start! text-left" onClick={() => onPick(code)}>
                {words.occupation(code)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {failed?.error && (
        <Notice
          tone="danger"
          className="mb-4"
          title="Não conseguimos procurar ocupações"
          actions={<RetryButton error={failed.error} retry={() => void failed.refetch()} />}
        >
          A busca é feita neste navegador e parou. Tente de novo. Se continuar, recarregue a página.
        </Notice>
      )}
      <Combobox
        label="Ocupação ou código CBO"
        placeholder="Ex.: vendedor ou 521110"
        text={text}
        onText={setText}
        suggestions={found.map(({ code, title: name, foundBy }) => ({
          value: code,
          label: `${code} - ${name}`,
          note: foundBy === undefined ? undefined : `também: ${foundBy}`,
        }))}
        onPick={({ value }) => onPick(value)}
        isOfText={searched === text.trim() && !offers.isLoading}
        hint={
          searched.length > 2 && offers.data?.length === 0
            ? `Não encontramos a ocupação “${searched}”. Tente outra palavra.`
            : 'Digite três letras ou mais. A busca é feita neste navegador.'
        }
      />
    </Sheet>
  );
}
