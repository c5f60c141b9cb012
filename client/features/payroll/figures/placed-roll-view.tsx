import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { isIncomplete } from '../../../../shared/statistics/completeness.ts';
import { bridgeText } from '../../../../shared/sentences/hours-bridge.ts';
import { formatCount, formatCounted } from '../../../../shared/words/format.ts';
import { AsyncPanel, Skeleton, Stale } from '../../../components/async-panel.tsx';
import { Button } from '../../../components/button.tsx';
import { DataTable } from '../../../components/charts/chart-view.tsx';
import { IncompleteNotice } from '../../../components/incomplete-notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { showToast } from '../../../components/toast.ts';
import { WaitingInQueue } from '../../../components/waiting-in-queue.tsx';
import { saveBlob } from '../../../lib/files.ts';
import { useLatestMonth, releaseOptions } from '../../../lib/release.ts';
import { BandChart } from './band-chart.tsx';
import { bandPicture } from './band-maths.ts';
import { RollPaper } from '../export/roll-paper.tsx';
import { JobsPanel } from '../matching/jobs-panel.tsx';
import { DeleteRoll, KeepRoll } from '../storage/keep-roll.tsx';
import { LeftOutPanel } from '../reading/left-out-panel.tsx';
import { minimumWageOptions } from '../market/fetch-market.ts';
import type { RegionOf } from '../market/market-ladder.ts';
import { heldRoll, type HeldRoll } from '../storage/payroll-storage.ts';
import type { PayrollReader } from '../reading/payroll-reader.ts';
import {
  peopleText,
  progressText,
  cellQualities,
  dailyHoursText,
  notMonthlyText,
  ofMarket,
  referenceText,
  type PayrollWords,
  doubtfulText,
  outlierText,
  repeatedText,
} from '../market/payroll-words.ts';
import { PeoplePanel } from './people-panel.tsx';
import { ReferenceAmounts } from '../market/placed-people.ts';
import { plausiblePay, wageInForce, type Reference } from '../market/position.ts';
import { PromiseNote } from '../reading/choose-roll.tsx';
import { otherPayText } from '../reading/roll-columns.ts';
import { methodSentences, readingNotes, type RollReport } from '../export/roll-report.ts';
import { totalGroups, totalOf, totalsBy, totalsTable, type TotalGroup } from './totals.ts';
import { usePlacedPeople, type PlacedRoll } from '../market/use-placed-people.ts';
import { PaySimulation } from './pay-simulation.tsx';

interface ViewProps {
  held: HeldRoll;
  owner: string;
  words: PayrollWords;
  reader: PayrollReader;
  regionOf: RegionOf;
  onHeld: (held: HeldRoll) => void;
  /** Returns to the column assignment; undefined if the file is not loaded. */
  onColumns: (() => void) | undefined;
  onDeleted: () => void;
}

/** A payroll that was read: fetches the market, then shows everyone's position. */
export function PlacedRollView(props: ViewProps) {
  const { held, regionOf, onColumns, onDeleted } = props;
  const { query, progress, queryKey } = usePlacedPeople(held, regionOf);
  const left = held.roll.refused.length;
  const share = progress.all === 0 ? 0 : progress.done / progress.all;
  const text = progressText(progress);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto min-w-0 wrap-anywhere max-sm:basis-full">
          <strong className="font-medium">{held.roll.fileName}</strong>
          <span className="text-muted"> · {peopleText(held.roll.people.length)}</span>
          {left > 0 && (
            <span className="text-warm">{` · ${formatCounted(left, 'linha ficou', 'linhas ficaram')} de fora`}</span>
          )}
        </p>
        {onColumns && <Button onClick={onColumns}>Rever colunas</Button>}
        <DeleteRoll onDeleted={onDeleted} />
        {readingNotes(held.roll).map((note) => (
          <p key={note} className="basis-full text-dense text-muted wrap-anywhere">
            {note}
          </p>
        ))}
      </div>
      {query.isFetching && (
        <div>
          <ProgressBar label="Mercado" share={share} valueText={text} />
          <p className="mt-1 text-dense text-muted">Buscando o mercado: {text}.</p>
        </div>
      )}
      <WaitingInQueue queryKey={queryKey} />
      <AsyncPanel query={query} skeleton={<Skeleton className="h-120" />}>
        {(placed) => (
          <Stale isStale={query.isFetching}>
            <Placed {...props} answer={placed} />
          </Stale>
        )}
      </AsyncPanel>
    </>
  );
}

const median: Reference = { kind: 'percentil', tenThousandths: 5000 };

function Placed({
  held,
  owner,
  words,
  reader,
  onHeld,
  answer,
}: ViewProps & { answer: PlacedRoll }) {
  const { placed, period, completeness, bridge } = answer;
  const [reference, setReference] = useState<Reference>(median);
  const [tab, setTab] = useState<'pessoas' | 'cargos' | 'totais' | 'leitura'>('pessoas');
  const release = useQuery(releaseOptions).data;
  const wages = useQuery(minimumWageOptions).data;
  const latestMonth = useLatestMonth();
  const [now] = useState(() => new Date());
  const minimumWage = wages && wageInForce(wages, now);
  const report = useMemo((): RollReport => {
    const amounts = new ReferenceAmounts(
      reference,
      minimumWage === undefined ? null : plausiblePay(minimumWage),
    );
    return {
      roll: held.roll,
      placed,
      amounts,
      comparedWith: isIncomplete(completeness) ? null : referenceText(reference),
      words,
      qualityOf: cellQualities({ period, completeness }, latestMonth),
      period,
      completeness,
      release: release?.number ?? null,
      isSynthetic: release?.isSynthetic ?? false,
      total: totalOf('Todos', placed, amounts),
      warnings: [
        doubtfulText(placed),
        otherPayText(held.roll.salaryHeader),
        notMonthlyText({ placed, completeness }, amounts),
        dailyHoursText(held.roll.people),
        repeatedText(held.roll.people),
        outlierText(placed, amounts),
      ].filter((text) => text !== null),
      picture: bandPicture(placed.filter((one) => !amounts.isOutlier(one))),
    };
  }, [held, placed, period, completeness, reference, minimumWage, words, latestMonth, release]);
  const { comparedWith, warnings, picture, total } = report;
  return (
    <div className="flex flex-col gap-4">
      <IncompleteNotice completeness={completeness} />
      <Panel
        title={
          comparedWith === null
            ? `${peopleText(total.placed)} na faixa do mercado`
            : `${formatCount(total.below)} de ${peopleText(total.placed)} abaixo ${ofMarket(comparedWith, 'do mercado')}`
        }
        aside={<ExportButtons report={report} />}
      >
        {warnings.map((warning) => (
          <p key={warning} className="mb-3 max-w-prose text-dense text-warm">
            {warning}
          </p>
        ))}
        {bridge !== null && (
          <p className="mb-3 max-w-prose text-dense text-muted">
            {words.occupation(bridge.code)}, {bridge.uf}. {bridgeText(bridge)}
          </p>
        )}
        {picture ? (
          <BandChart
            picture={picture}
            words={words}
            summary={`${peopleText(picture.people.length)} na faixa do seu mercado. Os mesmos dados estão na tabela Pessoas.`}
          />
        ) : (
          <p className="py-8 text-center text-muted">
            Nenhuma pessoa pôde ser comparada ainda: confira as ocupações em “Cargos”.
          </p>
        )}
      </Panel>
      {comparedWith !== null && (
        <PaySimulation
          reference={reference}
          total={total}
          usualFloor={minimumWage}
          onReference={setReference}
        />
      )}
      <Tabs
        label="A folha"
        current={tab}
        onCurrent={setTab}
        tabs={[
          { name: 'pessoas', label: 'Pessoas', content: <PeoplePanel report={report} /> },
          {
            name: 'cargos',
            label: 'Cargos',
            content: (
              <JobsPanel
                held={held}
                words={words}
                reader={reader}
                onChoose={(key, code) =>
                  onHeld(heldRoll(held.roll, { ...held.choices, [key]: code }))
                }
              />
            ),
          },
          { name: 'totais', label: 'Totais', content: <TotalsPanel report={report} /> },
          {
            name: 'leitura',
            label: 'Linhas ignoradas',
            content: <LeftOutPanel roll={held.roll} />,
          },
        ]}
      />
      <Panel title="Como foi calculado">
        <ul className="flex max-w-prose list-disc flex-col gap-1 pl-4 text-dense">
          {methodSentences(report).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Panel>
      <RollPaper report={report} />
      <KeepRoll held={held} owner={owner} />
      <PromiseNote />
    </div>
  );
}

/** Sums by occupation, area or sex. */
function TotalsPanel({ report }: { report: RollReport }) {
  const { placed, amounts, words, comparedWith } = report;
  const [group, setGroup] = useState<TotalGroup>('ocupacao');
  const groups = useMemo(() => totalGroups(words), [words]);
  const { label, nameOf } = groups[group];
  const totals = useMemo(() => totalsBy(placed, amounts, nameOf), [placed, amounts, nameOf]);
  return (
    <Panel
      title="Totais"
      aside={
        <SegmentedControl
          label="Agrupar por"
          options={keysOf(groups).map((name) => [name, groups[name].label])}
          value={group}
          onValue={setGroup}
        />
      }
    >
      <DataTable data={totalsTable(totals, label, comparedWith)} />
    </Panel>
  );
}

/** Creates a workbook of the screen, in the browser, with code that loads on demand; and prints the payroll. */
function ExportButtons({ report }: { report: RollReport }) {
  const workbook = useMutation({
    mutationFn: async () => {
      const { rollWorkbook } = await import('../export/roll-workbook.ts');
      saveBlob(await rollWorkbook(report), 'minha-folha-e-o-mercado.xlsx');
    },
    onError: () =>
      showToast({
        title: 'Não foi possível gerar o arquivo',
        description:
          'Verifique a conexão e tente de novo: na primeira vez, o navegador baixa o gerador de arquivos.',
        tone: 'danger',
      }),
  });
  return (
    <span className="flex flex-wrap gap-2">
      <Button disabled={workbook.isPending} onClick={() => workbook.mutate()}>
        {workbook.isPending ? 'Gerando o Excel...' : 'Exportar Excel'}
      </Button>
      <Button onClick={() => print()}>Imprimir ou salvar em PDF</Button>
    </span>
  );
}
