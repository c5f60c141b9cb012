import type {
  ApiAnswer,
  ApiGroup,
  ApiMetadata,
  ApiStatistics,
} from '../../../shared/contracts/api-v1.ts';
import {
  ageBandName,
  genderName,
  occupationName,
  sectorName,
  sizeName,
  type SuppressionReason,
} from '../../../shared/codes/codes.ts';
import type { GroupFigures, Panels } from '../../../shared/contracts/panels.ts';
import type {
  Method,
  SearchFilters,
  Statistics,
  UnkeptAnswer,
} from '../../../shared/contracts/search.ts';
import { partTimeText } from '../../../shared/statistics/working-hours.ts';
import { figuresOf } from '../../../shared/statistics/catalogue.ts';
import { incompleteText, incompleteTitle } from '../../../shared/statistics/completeness.ts';
import { blocksText } from '../../../shared/statistics/quality.ts';
import { withheldSentences } from '../../../shared/statistics/suppression.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import { portugueseCompleteness } from '../../research/portuguese-completeness.ts';
import { questionText } from '../../research/question-words.ts';

/** A response without its distribution, as the service wrote it, with its query, receipt ID and distribution hash. */
export interface Told {
  readonly filters: SearchFilters;
  readonly answer: Omit<UnkeptAnswer, 'distribution'>;
  readonly receipt: string | null;
  readonly distributionSha256: string;
}

/** The response, by the API's names. */
export function tellAnswer(told: Told): ApiAnswer {
  const { answer } = told;
  return {
    registros: answer.totalCount,
    motivo: tellReason(answer.withheld),
    estatisticas: tellStatistics(answer.statistics),
    avisos: [
      ...incompleteNotes(answer.method),
      ...notesOf(answer.statistics),
      ...blockNotes(answer),
      ...hoursNotes(answer),
    ],
    grupos: answer.panels === null ? [] : tellGroups(answer.panels),
    metadados: tellMetadata(foundationOf(told)),
  };
}

export const tellReason = (reason: SuppressionReason | null) =>
  reason && { codigo: reason, mensagem: withheldSentences[reason] };

/** Every statistic, by the name of its workbook cell. */
export function tellStatistics(statistics: Statistics): ApiStatistics {
  const value = new Map(figuresOf(statistics).map((figure) => [figure.cellName, figure.value]));
  const of = (name: Exclude<keyof ApiStatistics, 'registros'>) => value.get(name) ?? null;
  return {
    registros: statistics.count,
    media: of('media'),
    minimo: of('minimo'),
    percentil_10: of('percentil_10'),
    percentil_25: of('percentil_25'),
    mediana: of('mediana'),
    percentil_75: of('percentil_75'),
    percentil_90: of('percentil_90'),
    maximo: of('maximo'),
    metade_central: of('metade_central'),
    desvio_padrao: of('desvio_padrao'),
    mediana_de: of('mediana_de'),
    mediana_ate: of('mediana_ate'),
  };
}

/** The notice of incomplete data; empty for complete data. */
export const incompleteNotes = ({ completeness }: Pick<Method, 'completeness'>): string[] => {
  const title = incompleteTitle(completeness);
  return title === null ? [] : [`${title}. ${incompleteText}`];
};

export const notesOf = (statistics: Statistics): string[] =>
  figuresOf(statistics).flatMap(({ label, note }) => (note === null ? [] : [`${label}: ${note}`]));

/** The note that records come in blocks, if figures are shown. */
function blockNotes({ statistics, method }: Told['answer']): string[] {
  const blocks = blocksText(statistics.count, method.designEffect);
  if (blocks === undefined || statistics.median === null) return [];
  return [`As ${blocks}.`];
}

/** The note that records have other working hours, if they are more than a few. */
const hoursNotes = ({ totalCount, fullTime }: Told['answer']): string[] =>
  fullTime === undefined ? [] : [partTimeText(totalCount, fullTime)];

/** The metadata of figures: query, method, receipt, hash and version. */
export interface Foundation {
  readonly filters: SearchFilters;
  readonly method: Method;
  readonly receipt: string | null;
  readonly distributionSha256: string;
  /** Version of the product that computed the response. */
  readonly version: string;
}

export const foundationOf = ({ answer, ...told }: Told): Foundation => ({
  ...told,
  method: answer.method,
  version: answer.debug.version,
});

export function tellMetadata({
  filters,
  method,
  receipt,
  distributionSha256,
  version,
}: Foundation): ApiMetadata {
  return {
    pergunta: questionText(filters, method.period),
    filtros: filters,
    periodo: method.period && { de: method.period.from, ate: method.period.to },
    completude: portugueseCompleteness(method.completeness),
    regra: { codigo: method.rule, nome: method.ruleLabel, descricao: method.ruleDescription },
    serie: method.series,
    movimentacao: method.movement,
    efeito_de_bloco: method.designEffect,
    versao: method.release && {
      numero: method.release.number,
      publicada_em: method.release.publishedAt,
      sintetica: method.release.isSynthetic,
    },
    funil: method.funnel.map(({ step, label, reason, removed, remaining }) => ({
      etapa: step,
      rotulo: label,
      motivo: reason,
      retirados: removed,
      restam: remaining,
    })),
    recibo: receipt,
    distribuicao_sha256: distributionSha256,
    sistema: version,
  };
}

const of = (painel: string) => (codigo: string | null, nome: string, figures: GroupFigures) =>
  tellGroup({ painel, codigo: codigo ?? 'ignorado', nome }, figures);

/** Every group of every panel, as rows of one table. */
function tellGroups(panels: Panels): ApiGroup[] {
  const { regional, companySize, trend, gender, schooling, age, sector, family } = panels;
  const places = regional.municipalities?.places ?? [];
  return [
    of('pais')('BR', 'Brasil', regional.country),
    ...regional.states.map((one) => of('estado')(one.codigo, one.nome, one)),
    ...places.map((one) => of('municipio')(one.codigo, one.nome, one)),
    ...companySize.sizes.map((one) => of('porte')(one.porte, sizeName(one.porte), one)),
    ...trend.months.map((one) => of('mes')(one.month, formatMonth(one.month), one)),
    ...gender.genders.map((one) => of('genero')(one.genero, genderName(one.genero), one)),
    ...schooling.groups.map((one) => of('escolaridade')(one.escolaridade, one.nome, one)),
    ...age.bands.map((one) => of('faixa_etaria')(one.faixa, ageBandName(one.faixa), one)),
    ...sector.sectors.map((one) => of(sector.level)(one.codigo, sectorName(one), one)),
    ...(family?.occupations ?? []).map((one) => of('ocupacao')(one.cbo, occupationName(one), one)),
  ];
}

function tellGroup(
  name: Pick<ApiGroup, 'painel' | 'codigo' | 'nome'>,
  { count, share, average, p25, median, p75, withheld }: GroupFigures,
): ApiGroup {
  return {
    ...name,
    registros: count,
    parte: share,
    media: average,
    percentil_25: p25,
    mediana: median,
    percentil_75: p75,
    omitido: withheld,
  };
}
