import jobWords from './cbo/job-words.json' with { type: 'json' };
import { plainText } from '../words/format.ts';

const stopWords = new Set(
  'a ao aos as da das de do dos e em na nas no nos o ou os para pela pelas pelo pelos por um uma com sem'.split(
    ' ',
  ),
);
const instead = new Map(Object.entries(jobWords.instead));
const saysNothing = new Set(jobWords.saysNothing);

/** Words that describe the worker and not the job: dropped if no name has all words of a text. */
export const saysLittle: ReadonlySet<string> = new Set(jobWords.saysLittle);
const phrases = new Map(Object.entries(jobWords.phrases));
// The longest first: "central de atendimento" before "central".
const phrasePattern = new RegExp(
  `\\b(${[...phrases.keys()].toSorted((a, b) => b.length - a.length).join('|')})\\b`,
  'g',
);

/**
 * A driving licence in plain text, with its category: "cnh e", "carteira de motorista ab". The whole becomes one word,
 * such as "cnhe", because "a" and "e" alone are stop words. After another word than "cnh", "a", "c" and "e" are categories
 * only where a place or nothing follows: "carteira e cobrança" names none.
 */
const licencePattern =
  /\b(?:cnh(?: (?:categoria|cat|tipo))? (?:a (?:e )?|a)?(?<cnh>[a-e])|(?:carteira|habilitacao|categoria|cat)(?: de (?:motorista|habilitacao))?(?: (?:categoria|cat|tipo))? (?:a (?:e )?|a)?(?<other>[bd]|[ace](?= (?:em|na|no|de|com|para)\b|$)))\b/g;

const licenceAsTyped = (word: string) => word.replace(/^cnh([a-e])$/, 'cnh $1');

/** A word of a name, in both spellings. */
export interface NameWord {
  readonly text: string;
  /** In plain text, before abbreviations are expanded. */
  readonly typed: string;
}

/**
 * The meaningful words of a name, each once: plain text with labour-market abbreviations expanded ("aux. RH" is
 * auxiliar, recursos, humanos), without stop words and words such as "júnior" or "CLT", unless there are no others. The
 * text after "exceto" or "exclusive" is dropped: a name does not mean what it excludes.
 */
export function nameWords(text: string): NameWord[] {
  const included = text.replace(/\b(?:exceto|exclusive)\b[^)]*/gi, ' ');
  const spelt = included.replace(/\bc#/gi, 'csharp').replace(/\bc\+\+/gi, 'cplusplus');
  const joined = plainText(spelt)
    .replace(licencePattern, 'cnh$<cnh>$<other>')
    .replace(phrasePattern, (phrase) => phrases.get(phrase) ?? '');
  const words = joined.split(' ').flatMap((typed) => {
    const written = instead.get(typed) ?? typed;
    return written
      .split(' ')
      .map((word): NameWord => ({ text: word, typed: licenceAsTyped(typed) }));
  });
  const content = words.filter(({ text: word }) => word !== '' && !stopWords.has(word));
  const needed = content.filter(({ text: word }) => !saysNothing.has(word));
  const stored = needed.length > 0 ? needed : content;
  return [...new Map(stored.toReversed().map((word) => [word.text, word])).values()].toReversed();
}

/** The words of a text that describe the vacancy and no job, such as "júnior": `nameWords` drops them. */
export const wordsWithoutMeaning = (text: string): string[] => {
  const plain = plainText(text).split(' ');
  const words = plain.filter((word) => saysNothing.has(instead.get(word) ?? word));
  return words.length === plain.length ? [] : words;
};

/** The part of a name before its narrowing part: "Vendedor" of "Vendedor - no comércio de mercadorias". */
export function nameHead(text: string): string {
  const [head = ''] = text.split(/ - |, | \(/);
  return head;
}

const singulars: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/[oa]es$|aos$/, 'ao'],
  [/([aeou])is$/, '$1l'],
  [/is$/, 'il'],
  [/ns$/, 'm'],
  [/s$/, ''],
];

/**
 * The part of a plain word common to singular and plural, masculine and feminine: "vendedor" for "vendedoras",
 * "enfermeir" for "enfermeira". It is for comparison only and need not be a word.
 */
export function wordStem(word: string): string {
  if (word.length < 4) return word;
  const rule = singulars.find(([plural]) => plural.test(word));
  const singular = rule ? word.replace(rule[0], rule[1]) : word;
  if (singular.length < 4 || singular.endsWith('ao')) return singular;
  // "têxteis" becomes "textel": singulars in -il get the same ending.
  return singular.replace(/il$/, 'el').replace(/[aeo]$/, '');
}

/** Related words, by stem: "carro" also matches "veículo" and the other words of its row in `related`. */
export const relatedStems: ReadonlyMap<string, ReadonlySet<string>> = relations();

function relations(): Map<string, Set<string>> {
  const related = new Map<string, Set<string>>();
  for (const line of jobWords.related) {
    const stems = line.map(wordStem);
    for (const stem of stems) {
      const others = related.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) others.add(other);
      related.set(stem, others);
    }
  }
  return related;
}

/**
 * Number of typing errors between two words, at most `maxErrors`: letters missing, added, changed, or swapped with the next
 * (optimal string alignment). Returns `maxErrors + 1` if there are more.
 */
export function typingErrors(a: string, b: string, maxErrors: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > maxErrors) return maxErrors + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let errors = Math.min(
        at(before, column) + 1,
        at(current, column - 1) + 1,
        at(before, column - 1) + (isSame ? 0 : 1),
      );
      if (isSwapped(a, row, b, column)) errors = Math.min(errors, at(twoBefore, column - 2) + 1);
      current.push(errors);
      least = Math.min(least, errors);
    }
    if (least > maxErrors) return maxErrors + 1;
    twoBefore = before;
    before = current;
  }
  return Math.min(at(before, b.length), maxErrors + 1);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;

const isSwapped = (a: string, row: number, b: string, column: number): boolean =>
  row > 1 &&
  column > 1 &&
  a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
  a.charCodeAt(row - 2) === b.charCodeAt(column - 1);

/** The letters of a word, as bits: words that differ in many need no letter-by-letter comparison. */
export function letterBits(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

/** Number of letters that occur in only one of two words. Each typing error changes at most two. */
export function differentLetters(a: number, b: number): number {
  let bits = a ^ b;
  let count = 0;
  while (bits !== 0) {
    bits &= bits - 1;
    count++;
  }
  return count;
}
