import { answerHistogram } from '../../server/answers/present/answer-histogram.ts';
import { suppressedPay } from '../../server/answers/present/statistics.ts';
import type { ReportModel, ReportSelection } from '../../server/research/reports/model.ts';
import { type WorkbookColumn, workbookColumns } from '../../server/research/reports/records.ts';
import type { Completeness } from '../../shared/contracts/completeness.ts';
import type { Panels } from '../../shared/contracts/panels.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { qualityOf } from '../../shared/statistics/quality.ts';
import { reasonForCount } from '../../shared/statistics/suppression.ts';
import { samplePanels } from './sample-panels.ts';
import { sampleEstimate } from './sample-estimate.ts';

export interface SampleSelection {
  /** Centavos, one for each record. */
  readonly salaries: readonly number[];
  readonly subject?: string;
  readonly parts?: string[];
  /** Replaces the sample's panels; null as for fewer than five records. */
  readonly panels?: Panels | null;
  readonly completeness?: Completeness;
}

/** A report with the server's structure, for salaries that a test knows. The panels do not follow from the salaries. */
export function sampleReport(
  selections: readonly SampleSelection[],
  changes: Partial<ReportModel> = {},
): ReportModel {
  return {
    name: 'Vendedores em São Paulo',
    type: 'EXCEL',
    companyName: 'Padaria Estrela & Filhos',
    logo: null,
    createdBy: 'Ana Souza',
    createdAt: '2026-08-03T12:00:00.000Z',
    hasAnnex: true,
    ownSalary: null,
    version: '0.1.0',
    isSynthetic: false,
    selections: selections.map(sampleSelection),
    release: {
      number: 7,
      publishedAt: '2026-08-01T03:00:00.000Z',
      files: [
        {
          kind: 'MOV',
          month: '202606',
          name: 'CAGEDMOV202606.7z',
          sha256: 'a'.repeat(64),
          receivedSha256: 'b'.repeat(64),
          lines: 4_000_001,
          accepted: 4_000_000,
        },
      ],
    },
    siteAddress: 'https://caged.exemplo.com.br',
    provisional: [],
    ...changes,
  };
}

function sampleSelection(
  {
    salaries,
    subject = 'Vendedor de comércio varejista',
    parts = ['São Paulo (SP)', 'admissões', 'jun/2026'],
    panels = samplePanels,
    completeness = { state: 'complete', months: 2, withoutMov: [] },
  }: SampleSelection,
  index: number,
): ReportSelection {
  const counts = new Map<number, number>();
  for (const salary of salaries) counts.set(salary, (counts.get(salary) ?? 0) + 1);
  const centavos = [...counts.keys()].toSorted((left, right) => left - right);
  const exact = { centavos, counts: centavos.map((amount) => counts.get(amount) ?? 0) };
  const { statistics, distribution } = suppressedPay(exact, 1, 5);
  const id = `recibo${index + 1}`;
  const { label, reasons } = qualityOf({
    ...statistics,
    designEffect: 1,
    period: { from: '202605', to: '202606' },
    latestMonth: '202606',
    completeness,
  });
  return {
    pages: [],
    label: String.fromCharCode(65 + index),
    query: { subject, parts },
    place: parts[0] ?? 'Brasil',
    filters: SearchFilters.parse({ cbo: '521110', uf: 'SP' }),
    answer: {
      results: [],
      totalCount: salaries.length,
      suppressed: reasonForCount(salaries.length, 5),
      page: 1,
      pageSize: 1,
      statistics,
      histogram: statistics.median === null ? null : answerHistogram(distribution, 162_100),
      distribution,
      method: {
        rule: 'mte',
        ruleLabel: 'Regra do MTE',
        ruleDescription: 'Sem contratos intermitentes.',
        series: 'ajustada',
        movement: 'admissao',
        period: { from: '202605', to: '202606' },
        completeness,
        structure: 'lines',
        designEffect: 1,
        release: { number: 7, publishedAt: '2026-08-01T03:00:00.000Z', isSynthetic: false },
        funnel: [
          {
            step: 'selecao',
            label: 'Seleção',
            reason: 'Linhas da pesquisa',
            removed: 0,
            remaining: salaries.length + 10,
          },
          {
            step: 'zero',
            label: 'Salário zero',
            reason: 'Não dizem um salário',
            removed: 10,
            remaining: salaries.length,
          },
        ],
        minimumWage: { month: '202606', centavos: 162_100 },
      },
      occupations: [],
      text: null,
      panels: salaries.length === 0 ? null : panels,
      relaxed: [],
      nearby: [],
      estimate: null,
      receipt: { id, path: `/receipts/${id}` },
      debug: { version: '0.1.0' },
    },
    summary: salaries.length < 5 ? [] : ['Metade ganha até a mediana, e metade a partir dela.'],
    quality: { label, reasons: [...reasons] },
    receiptAddress: `https://caged.exemplo.com.br/receipts/${id}`,
  };
}

/**
 * The same for a typed text of one occupation, with words that none matched, and a quarter of the records outside full
 * time.
 */
export const withNotes = (model: ReportModel): ReportModel => ({
  ...model,
  selections: model.selections.map((selection) => ({
    ...selection,
    answer: {
      ...selection.answer,
      occupations: [
        {
          cbo: '521110',
          titulo: 'Vendedor de comércio varejista',
          count: selection.answer.totalCount,
        },
      ],
      text: { leftOut: ['lunar'], alike: [], areas: [] },
      fullTime: selection.answer.totalCount * 0.75,
    },
  })),
});

/** What `withNotes` makes documents state. */
export const sampleNotes = [
  'Ocupação encontrada: 521110 - Vendedor de comércio varejista.',
  'Ignoramos “lunar”: nenhum cargo tem essas palavras juntas.',
  '25,0\u00a0% dos registros são de menos de 40 horas por semana, de aprendizes ou sem horas informadas.',
];

/** A sample's report with a panel on request, an estimate and a nearby municipality. */
export function reportWithMore(selections: readonly SampleSelection[]): ReportModel {
  const model = sampleReport(selections);
  const page = {
    title: 'Pisos e concentrações',
    sentences: ['Quem paga o piso.'],
    tables: [
      {
        caption: 'Valores',
        columns: [
          { header: 'Valor', format: 'reais' as const },
          { header: 'Parte', format: 'share' as const },
          { header: 'Primeiro mês', format: 'month' as const },
        ],
        rows: [[1463.27, 0.125, '202307']],
      },
    ],
    notes: ['Como ler os pisos.'],
  };
  const nearby = [
    { codigo: '315670', nome: 'Sabará', uf: 'MG', kilometres: 21, count: 80, median: 1700 },
  ];
  return {
    ...model,
    selections: model.selections.map((selection) => ({
      ...selection,
      pages: [page],
      answer: { ...selection.answer, nearby, estimate: sampleEstimate },
    })),
  };
}

/** A record of a salary in centavos, with the engine's cell format; `place` distinguishes records. */
export function sampleRecord(centavos: number, place: number): SampleRecord {
  const municipality = 350_000 + (place % 600);
  return {
    competencia: place % 2 === 0 ? '202606' : '202605',
    movimentacao: 'Admissão',
    cbo: '521110',
    ocupacao: 'Vendedor de comércio varejista',
    municipio: String(municipality),
    municipio_nome: `Município ${municipality}`,
    uf: 'SP',
    salario: centavos / 100,
    genero: place % 3 === 0 ? 'Feminino' : 'Masculino',
    sexo: place % 3 === 0 ? '3' : '1',
    idade: place % 50 === 0 ? null : 18 + (place % 40),
    escolaridade: '5',
    escolaridade_nome: 'Médio Completo',
    horas: place % 7 === 0 ? 38.5 : 44,
  };
}

export type SampleRecord = Record<WorkbookColumn, string | number | null>;

/** Records in the engine's format for a workbook; with several selections each has a label. */
export const writtenRecords = (records: readonly SampleRecord[], label?: string): Buffer =>
  Buffer.from(
    records
      .map((record) => {
        const cells = workbookColumns.map((name) => record[name]);
        return `${JSON.stringify(label === undefined ? cells : [label, ...cells])}\n`;
      })
      .join(''),
  );

/** The records of a sample's selections, in chunks. */
export async function* sampleRecords(
  selections: readonly SampleSelection[],
  chunkLength = 1000,
): AsyncGenerator<Buffer> {
  for (const [selection, { salaries }] of selections.entries()) {
    if (reasonForCount(salaries.length, 5) !== null) continue;
    const label = selections.length > 1 ? String.fromCharCode(65 + selection) : undefined;
    for (let start = 0; start < salaries.length; start += chunkLength) {
      const records = salaries
        .slice(start, start + chunkLength)
        .map((centavos, index) => sampleRecord(centavos, start + index));
      yield writtenRecords(records, label);
    }
  }
}
