import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { syntheticNotice } from '../../shared/codes/codes.ts';
import { cnaeSectionLabels, formatCnae } from '../../shared/codes/cnae.ts';
import {
  establishmentSizes,
  type EqualityAnswer,
  type EqualityRequest,
} from '../../shared/contracts/equality.ts';
import { periodText } from '../../shared/filters/data.ts';
import {
  groupLabel,
  equalityCaution,
  countsText,
  isChanceOfMedians,
} from '../../shared/sentences/equality-sentences.ts';
import { incompleteTitle, isIncomplete } from '../../shared/statistics/completeness.ts';
import { independent } from '../../shared/statistics/design-effect.ts';
import { areEnough } from '../../shared/statistics/interval-difference.ts';
import { formatRatio } from '../../shared/words/format.ts';
import { AsyncPanel, Skeleton, Stale } from '../components/async-panel.tsx';
import type { ChartSource } from '../components/charts/chart.ts';
import { ChartPanel, DataTable } from '../components/charts/chart-view.tsx';
import { Fold } from '../components/fold.tsx';
import { IncompleteNotice } from '../components/incomplete-notice.tsx';
import { EarlierSyntheticNotice } from '../components/synthetic-notice.tsx';
import { Notice, RejectedNotice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { WaitingInQueue } from '../components/waiting-in-queue.tsx';
import { AdjustedPanel } from '../features/equality/adjusted-panel.tsx';
import { equalityChart } from '../features/equality/equality-chart.ts';
import { EqualityFilters } from '../features/equality/equality-filters.tsx';
import { EqualityFinding } from '../features/equality/equality-finding.tsx';
import { FirmInvitation, FirmPanel } from '../features/equality/firm-panel.tsx';
import { EqualityMethod } from '../features/equality/equality-method.tsx';
import { equalityOptions, useEqualityUrl } from '../features/equality/equality-query.ts';
import { RacesPanel } from '../features/equality/races-panel.tsx';
import { minimumWageOptions } from '../features/payroll/market/fetch-market.ts';
import { paidRoll } from '../features/payroll/market/paid-roll.ts';
import { plausiblePay, wageInForce } from '../features/payroll/market/position.ts';
import { rollInMemory } from '../features/payroll/storage/payroll-storage.ts';
import { ReceiptAddress } from '../features/research/receipt-line.tsx';
import { isOfRelease, NewerData, ReleaseRefused } from '../features/research/newer-data.tsx';
import { enterRelease, releaseOptions } from '../lib/release.ts';
import { useCan, useCurrentUser } from '../lib/session.ts';

const levels = new Map([
  [0, 'Por grande grupo'],
  [1, 'Por subgrupo'],
  [3, 'Por família'],
  [4, 'Por ocupação'],
]);

/** Women's and men's pay in the market, in the layout of the pay-transparency report. */
export default function EqualityPage() {
  const { request, rejected, change } = useEqualityUrl();
  const found = useQuery(equalityOptions(request));
  return (
    <Page
      title="Igualdade"
      tabTitle={found.data && tabTitleOf(found.data.answer)}
      lead="O salário de admissão de mulheres e homens, nos grupos do relatório de transparência salarial."
    >
      <RejectedNotice rejected={rejected} />
      <WaitingInQueue queryKey={equalityOptions(request).queryKey} />
      <AsyncPanel
        query={found}
        skeleton={
          <>
            <Skeleton className="h-52" />
            <Skeleton className="h-120" />
          </>
        }
        renderError={(error) =>
          isOfRelease(error) ? (
            <ReleaseRefused error={error} onCurrent={() => change({ release: '' })} />
          ) : undefined
        }
      >
        {({ request: answered, answer }) => (
          <Stale isStale={found.isPlaceholderData}>
            <Answered answered={answered} answer={answer} />
          </Stale>
        )}
      </AsyncPanel>
      {found.data === undefined && <EqualityMethod />}
    </Page>
  );
}

/** The answer appears with its own query; the filters show the current query. */
function Answered({ answered, answer }: { answered: EqualityRequest; answer: EqualityAnswer }) {
  const client = useQueryClient();
  const { request, hasRaces, linkWith, change } = useEqualityUrl();
  const months = useQuery(releaseOptions).data?.months ?? [];
  const maySeeRaces = useCan('readAllRecords');
  const { whole, rows, period, release, completeness } = answer;
  const cut = cutText(answered, period);
  const source = sourceOf(answer, cut);
  const level = levels.get(whole.code.length);
  const isWithoutRatios = isIncomplete(completeness);
  const labelledRows = rows.map((row) => ({ ...row, key: row.code, label: groupLabel(row) }));
  return (
    <div className="flex flex-col gap-4">
      {release !== null && (
        <NewerData
          answered={release.number}
          onCurrent={(newest) => {
            change({ release: '' });
            void enterRelease(client, newest);
          }}
        />
      )}
      <EarlierSyntheticNotice isSynthetic={release?.isSynthetic === true} />
      <IncompleteNotice completeness={completeness} />
      {period === null ? (
        <Notice tone="neutral" title="Ainda não há dados carregados">
          A comparação aparece com o primeiro mês publicado.
        </Notice>
      ) : (
        <>
          <EqualityFinding answer={answer} cut={cut} linkWith={linkWith}>
            <div className="mb-4">
              <ReceiptAddress answer={answer} />
            </div>
            <Fold title="Alterar filtros">
              <EqualityFilters
                request={request}
                period={period}
                months={months}
                onChange={change}
              />
            </Fold>
          </EqualityFinding>
          {level !== undefined &&
            labelledRows.length > 0 &&
            (isWithoutRatios ? (
              <Panel title={level}>
                <DataTable data={equalityChart(level, 'Grupo da CBO', labelledRows).table} />
              </Panel>
            ) : (
              <ChartPanel
                chart={equalityChart(level, 'Grupo da CBO', labelledRows)}
                source={source}
                marks={{
                  choice: 'Escolha uma linha para abri-la.',
                  onMark: (grupo) => change({ grupo }),
                }}
              />
            ))}
          <Firm answer={answer} source={source} />
          {maySeeRaces && whole.women.count + whole.men.count > 0 && (
            <RacesPanel
              request={request}
              sourceOf={(requested) => sourceOf(answer, cutText(requested, period))}
              isOpen={hasRaces}
              onOpen={(isOpen) => change({ raca: isOpen ? 'sim' : '' })}
            />
          )}
        </>
      )}
      <div className="print:not-has-[[open]]:hidden">
        <Fold title="Método e detalhes">
          <div className="flex flex-col gap-4">
            {period !== null && !isWithoutRatios && <AdjustedPanel whole={whole} />}
            <EqualityMethod />
          </div>
        </Fold>
      </div>
    </div>
  );
}

/** "97,4 % da mediana dos homens: Todas as ocupações · Igualdade"; without a headline, the group. */
function tabTitleOf({ whole }: EqualityAnswer): string {
  const { medianRatio, women, men, designEffect = independent } = whole;
  const isHeadline = areEnough(Math.min(women.count, men.count), designEffect);
  const ratio =
    medianRatio === null || !isHeadline || isChanceOfMedians(whole) === true
      ? ''
      : `${formatRatio(medianRatio)} da mediana dos homens: `;
  return `${ratio}${groupLabel(whole)} · Igualdade`;
}

/** The payroll that this user left in the page's memory, beside the market. */
function Firm({ answer, source }: { answer: EqualityAnswer; source: ChartSource }) {
  const owner = useCurrentUser()?.id;
  const isAllowed = useCan('comparePayroll');
  const held = useMemo(() => (owner === undefined ? undefined : rollInMemory(owner)), [owner]);
  const wages = useQuery({ ...minimumWageOptions, enabled: isAllowed && held !== undefined });
  const [now] = useState(() => new Date());
  const minimumWage = wages.data && wageInForce(wages.data, now);
  const roll = useMemo(
    () => held && minimumWage !== undefined && paidRoll(held, plausiblePay(minimumWage)),
    [held, minimumWage],
  );
  if (!isAllowed) return null;
  if (!held) return <FirmInvitation />;
  return (
    <AsyncPanel query={wages} skeleton={<Skeleton className="h-100" />}>
      {() => roll && <FirmPanel roll={roll} answer={answer} source={source} />}
    </AsyncPanel>
  );
}

/** "100 ou mais empregados · SP · ago/2025 a jul/2026". */
function cutText(
  { empregados, secao, cnaes = [], uf }: EqualityRequest,
  period: EqualityAnswer['period'],
): string {
  return [
    establishmentSizes[empregados].label,
    ...(secao === undefined ? [] : [`${secao} – ${cnaeSectionLabels[secao]}`]),
    ...cnaes.map((code) => `CNAE ${formatCnae(code)}`),
    uf ?? 'Brasil',
    ...(period === null ? [] : [periodText(period)]),
  ].join(' · ');
}

/** The captions of saved pictures and files. */
function sourceOf({ whole, completeness, release }: EqualityAnswer, cut: string): ChartSource {
  const synthetic = release?.isSynthetic === true ? `${syntheticNotice}. ` : '';
  return {
    subject: `Igualdade: ${groupLabel(whole)}`,
    query: cut,
    sample: `n = ${countsText(whole)}`,
    notice: incompleteTitle(completeness),
    origin: `${synthetic}Fonte: Ministério do Trabalho e Emprego, Novo CAGED. ${equalityCaution} CAGED Analytics${release === null ? '' : `, versão ${release.number} dos dados`}.`,
  };
}
