import type { Panels } from '../contracts/panels.ts';
import type { SearchAnswer, SearchFilters } from '../contracts/search.ts';
import { isIncomplete } from '../statistics/completeness.ts';
import { smallerGenderCount, gapSentence } from '../statistics/gender-gap.ts';
import {
  areEnough,
  comparableEstimate,
  extremesOf,
  minRecordsText,
  mayDifferByChance,
  containsZero,
} from '../statistics/interval-difference.ts';
import { fewText } from '../statistics/quality.ts';
import { comparisonReveals } from '../statistics/suppression.ts';
import { yearChange } from '../statistics/year-on-year.ts';
import {
  aboveOrBelowText,
  formatLongMonth,
  formatReais,
  formatShare,
  formatList,
} from '../words/format.ts';

/** A comparison in one sentence, or why there is none. */
export interface DecidingSentence {
  readonly about: 'place' | 'people' | 'year';
  readonly text: string;
  /** Whether the sentence states a comparison; false if it states why there is none. */
  readonly isFinding: boolean;
}

type Decided = Pick<SearchAnswer, 'statistics' | 'panels'> & {
  readonly method: Pick<SearchAnswer['method'], 'completeness' | 'designEffect'>;
};

type PlaceFilters = Pick<Partial<SearchFilters>, 'regiao' | 'uf' | 'regiaoIbge' | 'municipios'>;

const chance = ' (pode ser acaso)';

/**
 * The three sentences for a decision: this place against its state and the country, women against men, twelve months.
 * Empty for incomplete data. A sentence with fewer than `minForConfidence` effective records on a side states that
 * instead. `place` is the place in words.
 */
export function decidingSentences(
  answer: Decided,
  filters: PlaceFilters,
  place: string,
): DecidingSentence[] {
  const { panels } = answer;
  if (panels === null || isIncomplete(answer.method.completeness)) return [];
  return [
    placeSentence(answer, panels, filters, place),
    peopleSentence(panels, answer.method.designEffect),
    yearSentence(panels),
  ];
}

const finding = (about: DecidingSentence['about'], text: string) =>
  ({ about, text, isFinding: true }) as const;
const reason = (about: DecidingSentence['about'], text: string) =>
  ({ about, text, isFinding: false }) as const;

function placeSentence(
  { statistics, method: { designEffect } }: Decided,
  { regional }: Panels,
  { regiao, uf, regiaoIbge, municipios = [] }: PlaceFilters,
  place: string,
): DecidingSentence {
  const isWithinState = regiaoIbge !== undefined || municipios.length > 0;
  if (regiao === undefined && uf === undefined && !isWithinState) {
    return statesSentence(regional);
  }
  const selected = comparableEstimate(statistics, designEffect);
  const state = regional.states.find(({ codigo }) => codigo === regional.municipalities?.uf);
  const references = [
    ...(isWithinState && state ? [{ ...state, of: 'do estado' }] : []),
    { ...regional.country, of: 'do Brasil' },
  ].flatMap((one) => {
    const estimate = comparableEstimate(one, designEffect);
    return estimate === undefined ? [] : [{ ...estimate, of: one.of }];
  });
  if (selected === undefined) {
    return reason('place', `${place}: ${fewText(statistics.count, designEffect)} para comparar.`);
  }
  // A place around it has enough records too, unless its figures are suppressed.
  if (references.length === 0) return reason('place', `${place}: ${comparisonReveals}.`);
  const texts = references.map((reference) => {
    const change = selected.median / reference.median - 1;
    const mayBe = change !== 0 && mayDifferByChance(selected, reference) ? chance : '';
    return `${aboveOrBelowText(change, reference.of)}${mayBe}`;
  });
  return finding('place', `${place}: mediana ${texts.join(' e ')}.`);
}

function statesSentence({ states, designEffect }: Panels['regional']): DecidingSentence {
  const { compared, found, same } = extremesOf(states, designEffect);
  if (compared < 2) return reason('place', 'Estados: poucos registros para comparar.');
  const among = `Entre ${compared} estados com ${minRecordsText(designEffect)}`;
  if (same !== null) {
    return finding('place', `${among}, a mediana é a mesma: ${formatReais(same)}.`);
  }
  // Other differences, of states with more records, may be beyond chance.
  if (found === null)
    return reason('place', `${among}, a diferença entre a maior e a menor mediana pode ser acaso.`);
  const { highest, lowest, highestTied, lowestTied } = found;
  return finding(
    'place',
    `${among}, a mediana vai de ${formatReais(lowest.median)} (${statesText(lowestTied)}) a ${formatReais(highest.median)} (${statesText(highestTied)}).`,
  );
}

const maxStates = 3;

/** The names of a few states, or how many they are. */
const statesText = (states: readonly { readonly nome: string }[]) =>
  states.length > maxStates
    ? `${states.length} estados`
    : formatList(states.map(({ nome }) => nome));

function peopleSentence({ gender }: Panels, designEffect: number): DecidingSentence {
  const { gap } = gender;
  const fewer = smallerGenderCount(gender);
  if (!areEnough(fewer, designEffect)) {
    return reason('people', `Mulheres e homens: ${fewText(fewer, designEffect)} para comparar.`);
  }
  if (gap === null) {
    return reason('people', `Mulheres e homens: ${comparisonReveals}.`);
  }
  const mayBe = gap.difference !== 0 && containsZero(gap.interval) ? chance : '';
  return finding('people', `${gapSentence(gap)}${mayBe}.`);
}

/** The last queried month against the same month a year before, in real money. */
function yearSentence({ trend }: Panels): DecidingSentence {
  const result = yearChange(trend, 'real');
  if ('missing' in result) return reason('year', `Mudança em 12 meses: ${result.missing}.`);
  const month = formatLongMonth(result.month);
  if (result.change === 0) {
    return finding(
      'year',
      `Em ${month}, a mediana foi a mesma de um ano antes, descontada a inflação.`,
    );
  }
  const mayBe = result.mayBeChance ? chance : '';
  return finding(
    'year',
    `Em ${month}, a mediana foi ${formatShare(Math.abs(result.change))} ${result.change > 0 ? 'maior' : 'menor'} que um ano antes, descontada a inflação${mayBe}.`,
  );
}
