import jobWords from './cbo/job-words.json' with { type: 'json' };
import { plainText } from '../words/plain-text.ts';

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
  const joined = plainText(spelt).replace(phrasePattern, (phrase) => phrases.get(phrase) ?? '');
  const words = joined.split(' ').flatMap((typed) => {
    const written = instead.get(typed) ?? typed;
    return written.split(' ').map((word): NameWord => ({ text: word, typed }));
  });
  const telling = words.filter(({ text: word }) => word !== '' && !stopWords.has(word));
  const needed = telling.filter(({ text: word }) => !saysNothing.has(word));
  const kept = needed.length > 0 ? needed : telling;
  return [...new Map(kept.toReversed().map((word) => [word.text, word])).values()].toReversed();
}

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
