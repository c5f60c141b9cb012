import type { NearbyTown, SearchAnswer, TownEstimate, RelaxedQuery } from '../contracts/search.ts';
import { heapedAt, heapText } from '../statistics/heaping.ts';
import {
  formatCount,
  formatReais,
  formatShare,
  formatWholeReais,
  formatRecords,
} from '../words/format.ts';

/** "Estimativa para Caeté (MG): R$ 1.690 (entre R$ 1.610 e R$ 1.780)". */
export const estimateText = ({
  nome,
  median,
  lower,
  upper,
}: Pick<TownEstimate, 'nome' | 'median' | 'lower' | 'upper'>): string =>
  `Estimativa para ${nome}: ${formatWholeReais(median)} (entre ${formatWholeReais(lower)} e ${formatWholeReais(upper)})`;

/** What an estimate is made from, and what its interval means: two sentences. */
export function estimateExplanation({
  records,
  ownWeight,
}: Pick<TownEstimate, 'records' | 'ownWeight'>): string {
  const around = 'os salários da família da ocupação nos municípios do estado';
  const count = formatRecords(records);
  const parts =
    records === 0
      ? `Sem registros no município, a estimativa usa só ${around}`
      : ownWeight === 0
        ? `Com apenas ${count} no município, a estimativa usa só ${around}`
        : `A estimativa combina ${count} do município (peso de ${formatShare(ownWeight)}) com ${around}`;
  return `${parts}, pelo modelo de Fay e Herriot. Não é uma contagem: em cerca de 95\u00a0% dos casos, a mediana real está entre os dois valores.`;
}

type Figures = NonNullable<RelaxedQuery['figures']>;

/** The interval of a relaxed query's median in the words of `text`, or the salary that fills it; undefined without one. */
export function widerInterval(
  figures: Figures,
  text: (lower: string, upper: string) => string,
): string | undefined {
  const { medianInterval: interval } = figures;
  const heap = heapedAt(figures);
  if (heap !== null) return heapText([heap]);
  return interval === null
    ? undefined
    : text(formatReais(interval.lower), formatReais(interval.upper));
}

/** "Toda a região de Juiz de Fora: R$ 1.720,00 (de R$ 1.650,00 a R$ 1.800,00), 212 registros"; null without figures. */
function relaxedText({ label, figures, count }: RelaxedQuery): string | null {
  if (figures === null) return null;
  const interval = widerInterval(figures, (lower, upper) => `de ${lower} a ${upper}`);
  const inBrackets = interval === undefined ? '' : ` (${interval})`;
  return `${label}: mediana ${formatReais(figures.median)}${inBrackets}, ${formatRecords(count)}`;
}

/** "Sabará, a 15 km: mediana R$ 1.700,00, 80 registros". */
const nearbyText = ({ nome, kilometres, median, count }: NearbyTown): string =>
  `${nome}, a ${formatCount(kilometres)} km: mediana ${formatReais(median)}, ${formatRecords(count)}`;

/** The texts of a document about a small answer, in addition to its figures. */
export function smallAnswerTexts({
  estimate,
  relaxed,
  nearby,
}: Pick<SearchAnswer, 'estimate' | 'relaxed' | 'nearby'>): string[] {
  const places = relaxed.flatMap((offer) => relaxedText(offer) ?? []);
  return [
    ...(estimate === null ? [] : [`${estimateText(estimate)}. ${estimateExplanation(estimate)}`]),
    ...(places.length === 0 ? [] : [`Pesquisas mais amplas: ${places.join('; ')}.`]),
    ...(nearby.length === 0
      ? []
      : [`Municípios mais próximos com dados: ${nearby.map(nearbyText).join('; ')}.`]),
  ];
}
