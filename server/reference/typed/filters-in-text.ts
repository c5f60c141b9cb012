import words from './filter-words.json' with { type: 'json' };
import { cnaeSectionCodes } from '../../../shared/codes/cnae.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { plainText } from '../../../shared/words/format.ts';
import { letterBits, differentLetters, typingErrors } from '../../../shared/finder/name-words.ts';
import { demonyms, namedParts, placesNamed } from './place-names.ts';
import type { TypedText } from './typed-text.ts';
import { generic, introduces, placing } from './typed-words.ts';

type Phrases = ReadonlyMap<string, Partial<SearchFilters>>;

const list = (text: string): string[] => text.split(', ');

/** The phrases of a group, each with its filters. */
const phrasesOf = (group: Readonly<Record<string, string>>): Phrases =>
  new Map(
    Object.entries(group).flatMap(([filters, phrases]) =>
      list(phrases).map((phrase) => [
        phrase,
        // A name without a value, such as "raca=", is a value that the filter has not.
        Object.fromEntries(filters.split(' ').map((one) => one.split('='))),
      ]),
    ),
  );

const [firm, loose] = [phrasesOf(words.firm), phrasesOf(words.loose)];
const needless: Phrases = new Map(list(words.needless).map((phrase) => [phrase, {}]));
/** The loose phrases of people, without their filters: as part of a job's description they set no filter. */
const qualities: Phrases = new Map(
  [...loose].flatMap(([phrase, filters]) => ('movimentacao' in filters ? [] : [[phrase, {}]])),
);
/** Phrases that contain the name of a place or job: "interior paulista" is not the city of Paulista. */
const unreadFirst: Phrases = new Map(
  [...list(words.unreadFirst), ...namedParts].map((phrase) => [phrase, {}]),
);
const unread: Phrases = new Map([...list(words.unread), ...demonyms].map((phrase) => [phrase, {}]));
const unreadAhead: Phrases = new Map(list(words.unreadAhead).map((phrase) => [phrase, {}]));
const sectors: Phrases = phrasesOf(
  Object.fromEntries(
    Object.entries(words.sectors).map(([code, names]) => [`secao=${code}`, names]),
  ),
);
const namedSectors: Phrases = new Map([
  ...list(words.sectorPrefixes).flatMap((prefix) =>
    [...sectors].map(([name, filters]) => [`${prefix} ${name}`, filters] as const),
  ),
  ...cnaeSectionCodes.flatMap((secao) =>
    ['secao', 'secao cnae'].flatMap((prefix) => [
      [`${prefix} ${secao.toLowerCase()}`, { secao }] as const,
      [`${prefix} ${secao.toLowerCase()} cnae`, { secao }] as const,
    ]),
  ),
]);

/** The words of the filters that are long enough to be known with a typing error. */
const wordsOf = (phrases: Phrases) => [...phrases.keys()].flatMap((text) => text.split(' '));
export const filterWords: ReadonlySet<string> = new Set([firm, loose, sectors].flatMap(wordsOf));
const longWords = [...new Set([firm, loose].flatMap(wordsOf))]
  .filter((word) => word.length >= 6)
  .map((word) => ({ word, letters: letterBits(word) }));
const maxPhraseWords = 6;

/** Reads the words that are never part of a job title. */
export function readFirmFilters(text: TypedText): void {
  const isMeant = (from: number, to: number) => !isWithinPlace(text, from, to);
  readPhrases(text, unreadFirst, isMeant, true);
  readPhrases(text, needless, isMeant);
  readPhrases(
    text,
    namedSectors,
    (from, to) =>
      isMeant(from, to) && (namesSector.test(text.text(from)) || !text.isOfJob(from, to)),
  );
  readPhrases(text, firm, isMeant);
}

/** "Área da saúde" is always a sector; "trabalhador da agricultura" is an occupation. */
const namesSector = /^(?:area|ramo|segmento|setor|secao)$/;

const maxWordsAround = 2;

/** Whether the words share a word with a longer place's name: "Jacaré dos Homens", "no Brasil Novo". */
function isWithinPlace(text: TypedText, from: number, to: number): boolean {
  for (let start = Math.max(0, from - maxWordsAround); start < to; start++)
    for (let end = to; end <= Math.min(to + maxWordsAround, text.tokens.length); end++)
      if ((start < from || end > to) && placesNamed(text.words(start, end)).length > 0) return true;
  return false;
}

/** Reads the words that may belong to a job title, where they do not. */
export function readLooseFilters(text: TypedText): void {
  readPhrases(
    text,
    qualities,
    (from, to) => isWithinJob(text, from, to) && !text.isOfJob(from, to),
    true,
  );
  readPhrases(text, loose, (from, to) => {
    if (isOfObject(text, from, to)) return false;
    const isAlone = isSetApart(text, from, to) || !text.hasOthers(from, to);
    return isAlone || !text.isOfJob(from, to);
  });
  readPhrases(text, sectors, (from, to) => {
    if (text.isApart(from, to) && from > 0) return true;
    if (text.isFree(to, to + 1) && isQualified(text, from, to)) return false;
    const isPlaced = placing.has(text.text(from - 1));
    return (isPlaced && !text.isOfJob(from, to)) || isWhereJobIs(text, from, to);
  });
  readPhrases(text, unread, (from, to) => !text.isOfJob(from, to), true);
  // After the job, "jovens" stays in the text of the search, whose answer names it as left out.
  readPhrases(
    text,
    unreadAhead,
    (from, to) => !text.hasOthers(from, text.tokens.length) && !text.isOfJob(from, to),
    true,
  );
}

/** Whether the next word narrows a sector: "alimentação escolar" and "cultura de café" are other sectors. */
const isQualified = (text: TypedText, from: number, to: number): boolean =>
  !/^(?:industria|fabrica)/.test(text.text(from)) &&
  !text.isEndOfPart(to) &&
  (!introduces.has(text.text(to)) || /^d[aeo]s?$/.test(text.text(to)));

/**
 * Whether a sector follows "na" or has two words, and the other words are a whole job: "engenheiro na construção
 * civil", but not "servente na construção civil", which is a name.
 */
function isWhereJobIs(text: TypedText, from: number, to: number): boolean {
  const before = text.text(from - 1);
  const isAfter = /^n[ao]s?$/.test(before) && !text.isWholeName();
  const isLong = to > from + 1 && !introduces.has(before) && !text.isOfJob(from, to);
  const job = text.freeWithout(isAfter ? from - 1 : from, to);
  const whole = text.bestFor(text.free());
  // "Servente na construção" is the occupation "Servente (construção civil)".
  const isOther =
    whole?.leftOut.length === 0 &&
    whole.code !== text.bestFor(job)?.code &&
    whole.name.words.every(({ text: word }) => word === plainText(job) || filterWords.has(word));
  return (isAfter || isLong) && !isOther && !generic.has(plainText(job)) && text.isJob(job);
}

/** Whether the words follow "de" and further words of the job follow them: "técnico de nível médio em edificações". */
const isWithinJob = (text: TypedText, from: number, to: number): boolean =>
  text.text(from - 1) === 'de' && !text.isEndOfPart(to) && text.isFree(to, to + 1);

/** The ends of a job that an adjective of this ending may describe: "vendedor" is not "feminina". */
const agreeing: Readonly<Record<string, RegExp>> = {
  a: /(?<!or?)$/,
  o: /(?<![or]a)$/,
  as: /s$/,
  os: /s$/,
};

/** Whether the words describe whom or what the job is for: "cuidador de deficientes", "operador de linha branca". */
function isOfObject(text: TypedText, from: number, to: number): boolean {
  const noun = text.text(from - 1);
  if (!text.isFree(from - 1, from) || text.isEndOfPart(from)) return false;
  const [ending] = /(?<!a)[ao]s?$/.exec(text.text(to - 1)) ?? [];
  const [firstWord = ''] = text.free().split(' ', 1);
  const job = plainText(firstWord);
  if (ending === undefined || !noun.endsWith(ending) || noun === job)
    return isOfClients(text, from, to);
  // The adjective agrees with the word before it, and not with the job.
  return agreeing[ending]?.test(job) === false && !/^(?:cor|raca|pele)$/.test(noun);
}

/** Whether the words are a disability of those for whom the job is: "professor de alunos surdos". */
function isOfClients(text: TypedText, from: number, to: number): boolean {
  if (!/^(?:com def|pesso|defic|surd|ceg|cadeir)/.test(text.words(from, to))) return false;
  let first = from - 1;
  while (/^(?:com|pessoas?|alunos?|criancas?|jovens|pacientes?)$/.test(text.text(first))) first--;
  const isObject = /^(?:d[aeo]s?\b|para .*(?:alun|crian|jov|pac))/.test(text.words(first, from));
  return isObject && text.isFree(first - 1, from);
}

/** Whether the words have punctuation on both sides. */
const isSetApart = (text: TypedText, from: number, to: number): boolean =>
  from > 0 && text.tokens[from]?.isAfterBreak === true && text.isEndOfPart(to);

/**
 * Reads the longest phrase at each word. A filter that the text has already set is not set again; two values of a filter
 * that "e" or "ou" joins are both unread, because a filter has one value.
 */
function readPhrases(
  text: TypedText,
  phrases: Phrases,
  isMeant: (from: number, to: number) => boolean,
  isUnread = false,
): void {
  for (let from = 0; from < text.tokens.length; from++) {
    for (let to = Math.min(from + maxPhraseWords, text.tokens.length); to > from; to--) {
      if (!text.isFree(from, to)) continue;
      const filters = phrases.get(text.words(from, to)) ?? phrases.get(corrected(text, from, to));
      if (filters === undefined || !isMeant(from, to)) continue;
      const hasFilters = Object.keys(filters).length > 0;
      if (hasFilters && text.claimExcluded(from, to)) break;
      // One person can be an apprentice and work part time, but no woman is a man.
      const other = text.joinedClaim(from, to, !('contrato' in filters));
      if (other !== undefined && isOtherValue(other.alternative ?? other.filters, filters)) {
        text.makeUnread(other);
        text.claim({ from, to, filters: {}, isUnread: true, alternative: filters });
      } else if (isSet(text, filters)) continue;
      else if (Object.values(filters).includes(''))
        text.claim({ from, to, filters: {}, isUnread: true, alternative: filters });
      else text.claim({ from, to, filters, isUnread });
      break;
    }
  }
}

const isSet = (text: TypedText, filters: Partial<SearchFilters>): boolean =>
  text.claims.some((claim) => Object.keys(filters).some((name) => name in claim.filters));

const isOtherValue = (
  set: Partial<Readonly<Record<string, unknown>>>,
  filters: Partial<Readonly<Record<string, unknown>>>,
): boolean => Object.keys(filters).some((name) => name in set && set[name] !== filters[name]);

const corrected = (text: TypedText, from: number, to: number): string =>
  text.tokens
    .slice(from, to)
    .map(({ text: word }) => abbreviations.get(word) ?? knownWord(word))
    .join(' ');

const abbreviations = new Map([
  ['ens', 'ensino'],
  ['fund', 'fundamental'],
  ['med', 'medio'],
  ['comp', 'completo'],
  ['incomp', 'incompleto'],
]);
const knownWord = (word: string): string =>
  word.length < 6 || filterWords.has(word) ? word : nearestWord(word);

function nearestWord(typed: string): string {
  const letters = letterBits(typed);
  const near = longWords.find(
    ({ word, letters: own }) =>
      word.startsWith(typed.charAt(0)) &&
      differentLetters(letters, own) <= 2 &&
      typingErrors(typed, word, 1) === 1,
  );
  return near?.word ?? typed;
}
