import jobWords from './cbo/job-words.json' with { type: 'json' };
import { plainText } from '../words/plain-text.ts';

const stopWords = new Set(
  'a ao aos as da das de do dos e em na nas no nos o ou os para pela pelas pelo pelos por um uma com sem'.split(
    ' ',
  ),
);
const instead = new Map(Object.entries(jobWords.instead));
const saysNothing = new Set(jobWords.saysNothing);

/** Words that tell apart who does a job rather than jobs: left out where no name has all of a text. */
export const saysLittle: ReadonlySet<string> = new Set(jobWords.saysLittle);
const phrases = new Map(Object.entries(jobWords.phrases));
// The longest first: "central de atendimento" before "central".
const phrasePattern = new RegExp(
  `\\b(${[...phrases.keys()].toSorted((a, b) => b.length - a.length).join('|')})\\b`,
  'g',
);

/** A word of a name, and how it stands there. */
export interface NameWord {
  readonly text: string;
  /** In plain text, before an abbreviation was written out. */
  readonly typed: string;
}

/**
 * The words of a name that say something, each once: plain text, abbreviations of the labour market written out
 * ("aux. RH" is auxiliar, recursos, humanos), without stop words and words such as "júnior" or "CLT",
 * unless there are no others. What stands after "exceto" or "exclusive" is left out: a name does not mean what it excludes.
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

/** The part of a name before what narrows it: "Vendedor" of "Vendedor - no comércio de mercadorias". */
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
 * What a plain word keeps in singular and plural, masculine and feminine: "vendedor" for "vendedoras",
 * "enfermeir" for "enfermeira". It is for comparing only and need not be a word.
 */
export function wordStem(word: string): string {
  if (word.length < 4) return word;
  const rule = singulars.find(([plural]) => plural.test(word));
  const singular = rule ? word.replace(rule[0], rule[1]) : word;
  if (singular.length < 4 || singular.endsWith('ao')) return singular;
  // "têxteis" gives "textel": singulars in -il take the same ending.
  return singular.replace(/il$/, 'el').replace(/[aeo]$/, '');
}

/** Words of one thing, by stem: "carro" stands for "veículo" and the others of its line. */
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
