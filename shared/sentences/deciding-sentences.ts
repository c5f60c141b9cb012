import type { Panels } from '../contracts/panels.ts';
import type { SearchAnswer } from '../contracts/search.ts';
import { gapSentence } from '../statistics/gender-gap.ts';
import { mayDifferByChance, type Estimate } from '../statistics/interval-difference.ts';
import { fewestForConfidence } from '../statistics/sample-size.ts';
import { realReais, yearBefore } from '../statistics/year-on-year.ts';
import { formatLongMonth, formatReais, formatShare } from '../words/format.ts';

/** What a sentence compares, or why it does not. */
export interface DecidingSentence {
  readonly about: 'place' | 'people' | 'year';
  readonly text: string;
  /** A difference is told; false tells why none is. */
  readonly isFinding: boolean;
}

type Decided = Pick<SearchAnswer, 'statistics' | 'panels'>;

interface AskedPlace {
  readonly regiao?: string | undefined;
  readonly uf?: string | undefined;
  readonly municipios?: readonly string[] | undefined;
}

const chance = ' (pode ser acaso)';

/**
 * The three sentences that decide: this place against its state and the country, women against men, twelve months.
 * None is made of fewer than `fewestForConfidence` records a side; then it says so. `place` is the place in words.
 */
export function decidingSentences(
  answer: Decided,
  asked: AskedPlace,
  place: string,
): DecidingSentence[] {
  const { panels } = answer;
  if (panels === null) return [];
  return [
    placeSentence(answer, panels, asked, place),
    peopleSentence(panels),
    yearSentence(panels),
  ];
}

const finding = (about: DecidingSentence['about'], text: string) =>
  ({ about, text, isFinding: true }) as const;
const reason = (about: DecidingSentence['about'], text: string) =>
  ({ about, text, isFinding: false }) as const;

function placeSentence(
  { statistics }: Decided,
  { regional }: Panels,
  { regiao, uf, municipios = [] }: AskedPlace,
  place: string,
): DecidingSentence {
  if (regiao === undefined && uf === undefined && municipios.length === 0) {
    return statesSentence(regional);
  }
  const own = enough(statistics);
  const state = regional.states.find(({ codigo }) => codigo === regional.municipalities?.uf);
  const references = [
    ...(municipios.length > 0 && state ? [{ ...state, of: `de ${state.nome}` }] : []),
    { ...regional.country, of: 'do Brasil' },
  ].flatMap((one) => {
    const estimate = enough(one);
    return estimate === undefined ? [] : [{ ...estimate, of: one.of }];
  });
  if (own === undefined || references.length === 0) {
    return reason('place', `${place}: poucos registros para comparar.`);
  }
  const told = references.map((reference) => besideText(own, reference));
  return finding('place', `${place}: mediana ${told.join(' e ')}.`);
}

/** "2,8 % abaixo da do Brasil (pode ser acaso)", "igual à do Brasil". */
function besideText(own: Estimate, reference: Estimate & { readonly of: string }): string {
  const change = own.median / reference.median - 1;
  if (change === 0) return `igual à ${reference.of}`;
  const size = `${formatShare(Math.abs(change))} ${change > 0 ? 'acima' : 'abaixo'} da ${reference.of}`;
  return mayDifferByChance(own, reference) ? `${size}${chance}` : size;
}

function statesSentence({ states }: Panels['regional']): DecidingSentence {
  const ranked = states.filter(({ rank }) => rank !== null);
  const [first, last] = [ranked[0], ranked.at(-1)];
  if (!first || !last || first === last || first.median === null || last.median === null) {
    return reason('place', 'Estados: poucos registros para comparar.');
  }
  return finding(
    'place',
    `Entre os estados, a mediana vai de ${formatReais(last.median)} (${last.nome}) a ${formatReais(first.median)} (${first.nome}).`,
  );
}

function peopleSentence({ gender: { genders, gap } }: Panels): DecidingSentence {
  const countOf = (code: 'F' | 'M') => genders.find(({ genero }) => genero === code)?.count ?? 0;
  if (gap === null || Math.min(countOf('F'), countOf('M')) < fewestForConfidence) {
    return reason('people', 'Mulheres e homens: poucos registros para comparar.');
  }
  const { difference, interval } = gap;
  const mayBeChance = interval === null || (interval.lower <= 0 && interval.upper >= 0);
  return finding('people', `${gapSentence(gap)}${difference !== 0 && mayBeChance ? chance : ''}.`);
}

/** The last asked month that has enough records and a price index, against the same month a year before. */
function yearSentence({ trend: { months } }: Panels): DecidingSentence {
  const real = months.flatMap((month) => {
    const { realFactor, medianInterval } = month;
    const median = enough(month) && realReais(month.median, realFactor);
    if (median === undefined || median === null || realFactor === null) return [];
    const scaled = medianInterval && {
      lower: medianInterval.lower * realFactor,
      upper: medianInterval.upper * realFactor,
    };
    return [{ month: month.month, isAsked: month.isAsked, median, medianInterval: scaled }];
  });
  const pairs = real.flatMap((now) => {
    const before = real.find(({ month }) => month === yearBefore(now.month));
    return now.isAsked && before ? [{ now, before }] : [];
  });
  const last = pairs.at(-1);
  if (last === undefined) {
    return reason('year', 'Mudança em 12 meses: poucos registros.');
  }
  const change = last.now.median / last.before.median - 1;
  const month = formatLongMonth(last.now.month);
  if (Math.abs(change) < 0.0005) {
    return finding('year', `Em ${month}, o mesmo que um ano antes, descontada a inflação.`);
  }
  const mayBe = mayDifferByChance(last.now, last.before) ? chance : '';
  return finding(
    'year',
    `Em ${month}, ${formatShare(Math.abs(change))} ${change > 0 ? 'a mais' : 'a menos'} que um ano antes, descontada a inflação${mayBe}.`,
  );
}

/** A group that may be held against another; undefined with too few records. */
function enough({
  count,
  median,
  medianInterval,
}: {
  readonly count: number;
  readonly median: number | null;
  readonly medianInterval: Estimate['medianInterval'];
}): Estimate | undefined {
  return count < fewestForConfidence || median === null ? undefined : { median, medianInterval };
}
