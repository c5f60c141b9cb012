import { dataLimits } from '../shared/data-limits.ts';
import { executiveSummary } from '../shared/executive-summary.ts';
import {
  mean,
  medianInterval,
  percentile,
  prepare,
  standardDeviation,
} from '../shared/percentile.ts';
import { qualityOf } from '../shared/quality.ts';
import { SearchFilters, type SearchAnswer } from '../shared/search.ts';
import { syntheticNotice } from '../shared/synthetic.ts';
import type { ReportModel, ReportSelection } from '../server/reports/model.ts';
import { samplePanels } from './sample-panels.ts';

/** What a test changes in a selection. */
export interface SampleSelection {
  readonly label?: string;
  readonly subject?: string;
  readonly parts?: string[];
  readonly filters?: object;
  /** Salaries in centavos, ascending, and how many records have each. */
  readonly distribution?: SearchAnswer['distribution'];
  readonly panels?: SearchAnswer['panels'];
}

/** A thousand records from R$ 1.500,00 to R$ 3.498,00, two reais apart. */
const evenly = {
  centavos: Array.from({ length: 1000 }, (_, index) => 150_000 + index * 200),
  counts: Array.from({ length: 1000 }, () => 1),
};

export function sampleSelection(change: SampleSelection = {}): ReportSelection {
  const { label = 'A', subject = '521110 - Vendedor de comércio varejista' } = change;
  const { distribution = evenly, panels = samplePanels } = change;
  const answer: SearchAnswer = {
    results: [],
    totalCount: distribution.counts.reduce((sum, count) => sum + count, 0),
    page: 1,
    pageSize: 1,
    statistics: statisticsOf(distribution),
    distribution,
    method: {
      rule: 'mte',
      ruleLabel: 'Regra do MTE',
      ruleDescription: 'Sem contratos intermitentes.',
      series: 'ajustada',
      movement: 'admissao',
      period: { from: '202507', to: '202606' },
      release: { number: 7, publishedAt: '2026-07-30T12:00:00Z', isSynthetic: true },
      funnel: [
        {
          step: 'selecao',
          label: 'Linhas dos arquivos na seleção',
          reason: 'Todas as linhas.',
          removed: 0,
          remaining: 4321,
        },
        {
          step: 'piso',
          label: 'A partir de 0,3 salário mínimo',
          reason: 'Abaixo de 0,3 salário mínimo do mês.',
          removed: 123,
          remaining: 4198,
        },
      ],
      minimumWage: { month: '202606', centavos: 162_100 },
    },
    occupations: [],
    panels,
    wider: [],
    receipt: { id: `recibo-${label}`, path: `/receipt/recibo-${label}` },
    debug: { version: '0.1.0' },
  };
  const quality = qualityOf({ ...answer.statistics, lastMonth: '202606', latestMonth: '202606' });
  return {
    label,
    question: { subject, parts: change.parts ?? ['SP', 'jul/2025 a jun/2026', 'Admissões'] },
    filters: SearchFilters.parse(change.filters ?? {}),
    answer,
    summary: executiveSummary(answer, { latestMonth: '202606' }),
    quality: { ...quality, reasons: [...quality.reasons] },
    receiptAddress: `https://salarios.exemplo.com.br/receipt/recibo-${label}`,
  };
}

export function sampleReport(change: Partial<ReportModel> = {}): ReportModel {
  return {
    id: 'relatorio',
    name: 'Vendedores em São Paulo',
    type: 'PDF',
    companyName: 'Comércio Exemplo Ltda.',
    createdBy: 'Maria da Silva',
    createdAt: '2026-08-01T15:30:00Z',
    version: '0.1.0',
    isSynthetic: true,
    syntheticNotice,
    selections: [sampleSelection()],
    release: {
      number: 7,
      publishedAt: '2026-07-30T12:00:00Z',
      files: [
        {
          kind: 'MOV',
          month: '202606',
          name: 'CAGEDMOV202606.txt',
          sha256: '0123456789abcdef'.repeat(4),
          receivedSha256: 'fedcba9876543210'.repeat(4),
          lines: 12_345,
          accepted: 12_340,
        },
      ],
    },
    siteAddress: 'https://salarios.exemplo.com.br',
    address: 'https://salarios.exemplo.com.br/reports',
    limits: [...dataLimits],
    ...change,
  };
}

const reais = (centavos: number | null) => (centavos === null ? null : centavos / 100);

function statisticsOf(distribution: SearchAnswer['distribution']): SearchAnswer['statistics'] {
  const prepared = prepare(distribution);
  const at = (tenThousandths: number) => reais(percentile(prepared, tenThousandths));
  const interval = medianInterval(prepared);
  return {
    count: prepared.count,
    average: reais(mean(prepared)),
    median: at(5000),
    min: at(0),
    max: at(10_000),
    p10: at(1000),
    p25: at(2500),
    p75: at(7500),
    p90: at(9000),
    standardDeviation: reais(standardDeviation(prepared)),
    medianInterval: interval && { lower: interval.lower / 100, upper: interval.upper / 100 },
  };
}
