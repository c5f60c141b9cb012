import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { SuppressionReason } from '../../../shared/codes/codes.ts';
import { apiFields } from '../../../shared/contracts/api-queries.ts';
import {
  ApiStatistics,
  type ApiAnswer,
  type ApiComparison,
  type ApiDistribution,
  type ApiGroup,
  type ApiMetadata,
  type ApiPanelMetadata,
  type ApiReceipt,
  type ApiReceiptCheck,
} from '../../../shared/contracts/api-v1.ts';
import type { GroupFigures, Panels } from '../../../shared/contracts/panels.ts';
import type { ReceiptCheck, SearchReceipt } from '../../../shared/contracts/receipts.ts';
import type {
  Method,
  SearchFilters,
  Statistics,
  AnswerWithoutReceipt,
} from '../../../shared/contracts/search.ts';
import { groupPanelNames, wholePanel } from '../../../shared/panels/group-panels.ts';
import { figuresOf } from '../../../shared/statistics/catalogue.ts';
import {
  incompleteSelectionsTitle,
  incompleteText,
} from '../../../shared/statistics/completeness.ts';
import type { ExactDistribution } from '../../../shared/statistics/percentile.ts';
import {
  comparedFigures,
  comparisonWarnings,
  letterOf,
} from '../../../shared/statistics/selection-comparison.ts';
import { suppressionSentences } from '../../../shared/statistics/suppression.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import { queryLine } from '../../../shared/words/query-words.ts';
import { distributionSha256 } from '../../answers/serving/distribution-json.ts';
import { nearlyEqualAnswer } from '../../answers/present/suppression/compared-answer.ts';
import { defined } from '../../../shared/codes/defined.ts';
import { portugueseCompleteness, queryText } from '../../research/query-words.ts';
import type { ReceiptOutcome } from '../../research/receipt-store.ts';
import { dataNotes, hoursNotes, sampleNotes, syntheticNotes } from './notes.ts';
import { smallAnswerResponse } from './small-answer.ts';

/** A response as the service wrote it, with its query, receipt and distribution hash. */
export interface KeyAnswer extends ReceiptOutcome {
  readonly filters: SearchFilters;
  readonly answer: Omit<AnswerWithoutReceipt, 'distribution'> & {
    readonly distribution: ExactDistribution;
  };
  readonly distributionSha256: string;
}

export function answerResponse(answered: KeyAnswer): ApiAnswer {
  const { answer } = answered;
  return {
    registros: answer.totalCount,
    motivo: reasonResponse(answer.suppressed),
    estatisticas: statisticsResponse(answer.statistics),
    ...smallAnswerResponse(answer),
    avisos: [
      ...dataNotes(answer.method),
      ...sampleNotes(answer),
      ...hoursNotes(answer),
      ...receiptNotes([answered]),
    ],
    grupos: answer.panels === null ? [] : groupResponses(answer.panels),
    metadados: metadataResponse(foundationOf(answered)),
  };
}

const reasonResponse = (reason: SuppressionReason | null) =>
  reason && { codigo: reason, mensagem: suppressionSentences[reason] };

/** Every statistic, by its field in the API. */
const statisticsResponse = (statistics: Statistics): ApiStatistics =>
  ApiStatistics.parse(
    Object.fromEntries(figuresOf(statistics).map(({ apiName, value }) => [apiName, value])),
  );

/** The metadata of figures: query, method, receipt, hash and version. */
interface Foundation extends Omit<KeyAnswer, 'answer'> {
  readonly method: Method;
  /** Version of the product that computed the response. */
  readonly version: string;
}

const foundationOf = ({ answer, ...others }: KeyAnswer): Foundation => ({
  ...others,
  method: answer.method,
  version: answer.debug.version,
});

/** The metadata of every response, whether or not it has a receipt. */
export function sharedMetadata(
  filters: SearchFilters,
  { period, completeness, series, designEffect, release }: AboutData,
  version: string,
): z.infer<typeof ApiPanelMetadata> {
  return {
    pergunta: queryText(filters, period),
    filtros: apiFields(filters),
    periodo: period && { de: period.from, ate: period.to },
    completude: portugueseCompleteness(completeness),
    serie: series,
    efeito_de_bloco: designEffect,
    versao: release && {
      numero: release.number,
      publicada_em: release.publishedAt,
      sintetica: release.isSynthetic,
    },
    sistema: version,
  };
}
type AboutData = Pick<Method, 'period' | 'completeness' | 'series' | 'designEffect' | 'release'>;

function metadataResponse({
  filters,
  method,
  receipt,
  distributionSha256: hash,
  version,
}: Foundation): ApiMetadata {
  return {
    ...sharedMetadata(filters, method, version),
    regra: { codigo: method.rule, nome: method.ruleLabel, descricao: method.ruleDescription },
    movimentacao: method.movement,
    funil: method.funnel.map(({ step, label, reason, removed, remaining }) => ({
      etapa: step,
      rotulo: label,
      motivo: reason,
      retirados: removed,
      restam: remaining,
    })),
    recibo: receipt?.id ?? null,
    distribuicao_sha256: hash,
  };
}

const groupOf = (
  painel: string,
  codigo: string,
  nome: string,
  { count, share, average, p25, median, p75, suppressed }: GroupFigures,
): ApiGroup => ({
  painel,
  codigo,
  nome,
  registros: count,
  parte: share,
  media: average,
  percentil_25: p25,
  mediana: median,
  percentil_75: p75,
  omitido: suppressed,
});

/** Every group of every panel, as rows of one table. */
function groupResponses(panels: Panels): ApiGroup[] {
  const { regional, trend } = panels;
  const { places = [], regions = [] } = regional.municipalities ?? {};
  return [
    groupOf('pais', 'BR', 'Brasil', regional.country),
    ...regional.states.map((one) => groupOf('estado', one.codigo, one.nome, one)),
    ...places.map((one) => groupOf('municipio', one.codigo, one.nome, one)),
    ...regions.map((one) => groupOf('regiao_ibge', one.codigo, one.nome, one)),
    ...trend.months.map((one) => groupOf('mes', one.month, formatMonth(one.month), one)),
    ...groupPanelNames.flatMap((name) => {
      const { apiName, groups } = wholePanel(name, panels);
      return groups.map(({ key, label, figures }) =>
        groupOf(apiName, key === '' ? 'ignorado' : key, label, figures),
      );
    }),
  ];
}

const salariesInATurn = 10_000;

export async function distributionResponse(
  answered: KeyAnswer,
): Promise<z.infer<typeof ApiDistribution>> {
  const { totalCount, suppressed, distribution } = answered.answer;
  const { centavos, counts } = distribution;
  const pay: z.infer<typeof ApiDistribution>['distribuicao'] = [];
  for (let index = 0; index < centavos.length; index++) {
    pay.push({ salario: defined(centavos[index]) / 100, registros: defined(counts[index]) });
    if (pay.length % salariesInATurn === 0) await setImmediate();
  }
  return {
    registros: totalCount,
    motivo: reasonResponse(suppressed),
    distribuicao: pay,
    metadados: metadataResponse(foundationOf(answered)),
  };
}

/** Suppresses a selection with nearly an earlier one's records: its count stays, with an empty distribution's hash. */
export async function withoutNearlyEqual(answered: KeyAnswer): Promise<KeyAnswer> {
  const answer = nearlyEqualAnswer(answered.answer);
  return {
    ...answered,
    answer,
    distributionSha256: await distributionSha256(answer.distribution),
  };
}

/** Selections side by side, with the screen's comparison figures. */
export function comparisonResponse(answered: readonly KeyAnswer[]): z.infer<typeof ApiComparison> {
  const full = answered.map(({ answer }) => answer);
  const methods = full.map(({ method }) => method);
  const months = methods.map(({ period }) => period?.to ?? '').toSorted();
  const figures = comparedFigures(full, months.at(-1) ?? '');
  const selections = methods.map(({ completeness }, index) => ({
    label: letterOf(index),
    completeness,
  }));
  const incomplete = incompleteSelectionsTitle(selections);
  return {
    selecoes: answered.map((one, index) => {
      const difference = figures[index]?.difference ?? null;
      return {
        rotulo: letterOf(index),
        motivo: reasonResponse(one.answer.suppressed),
        estatisticas: statisticsResponse(one.answer.statistics),
        diferenca: difference && {
          reais: difference.reais,
          percentual: difference.percent,
          de: difference.interval?.lower ?? null,
          ate: difference.interval?.upper ?? null,
          pode_ser_acaso: difference.isBeyondChance === null ? null : !difference.isBeyondChance,
        },
        metadados: metadataResponse(foundationOf(one)),
      };
    }),
    avisos: [
      ...syntheticNotes(methods),
      ...(incomplete === null ? [] : [`${incomplete}. ${incompleteText}`]),
      ...comparisonWarnings(methods),
      ...full.flatMap((answer, index) =>
        sampleNotes(answer).map((text) => `${letterOf(index)}: ${text}`),
      ),
      ...receiptNotes(answered),
    ],
  };
}

/** Why responses have no receipt, each reason once. */
const receiptNotes = (outcomes: readonly ReceiptOutcome[]): string[] => [
  ...new Set(outcomes.flatMap(({ receiptNote }) => receiptNote ?? [])),
];

export function receiptResponse(receipt: SearchReceipt): ApiReceipt {
  const { statistics, release } = receipt;
  return {
    estatisticas: statisticsResponse(statistics),
    avisos: [...dataNotes(receipt.method), ...sampleNotes(receipt)],
    metadados: {
      ...metadataResponse({ ...receipt, receipt }),
      // The filters lack typed text that was deleted.
      pergunta: queryLine(receipt.query),
    },
    endereco: receipt.path,
    criado_em: receipt.createdAt,
    versao_atual: release.isCurrent,
    versao_guardada: release.isKept,
    arquivos: receipt.files.map(
      ({ kind, month, name, sha256, receivedSha256, lines, accepted }) => ({
        tipo: kind,
        mes: month,
        nome: name,
        sha256,
        sha256_recebido: receivedSha256,
        linhas: lines,
        aceitas: accepted,
      }),
    ),
    meses_de_correcao: receipt.correctionMonths,
  };
}

/** The result of recomputing a receipt, by the API's names. */
export function receiptCheckResponse(check: ReceiptCheck): ApiReceiptCheck {
  return {
    resultado: check.result,
    conferida_em: check.checkedAt,
    sistema: check.version,
    distribuicao_sha256: check.distributionSha256,
    diferencas: check.differences.map(({ label, stored, now }) => ({
      valor: label,
      no_recibo: stored,
      agora: now,
    })),
  };
}
