import { plainText } from '../../shared/plain-text.ts';

const stopWords = new Set(
  'ao aos as da das de do dos em na nas no nos ou os para pela pelas pelo pelos por um uma com sem'.split(
    ' ',
  ),
);

/**
 * The words of a title or of a search that say something: plain text, without stop words and single letters.
 * What stands after "exceto" is left out: a title does not mean what it excludes.
 */
export function titleWords(text: string): string[] {
  const words = plainText(text.replace(/\bexceto\b[^)]*/gi, ' ')).split(' ');
  return [...new Set(words.filter((word) => word.length > 1 && !stopWords.has(word)))];
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

/** Whether one typing error at most parts two words: a letter missing, added, changed or swapped with the next. */
export function isWithinOneError(a: string, b: string): boolean {
  if (a.length > b.length) return isWithinOneError(b, a);
  if (b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  if (a.length < b.length) return a.slice(start) === b.slice(start + 1);
  if (a.slice(start + 1) === b.slice(start + 1)) return true;
  return (
    a[start] === b[start + 1] &&
    a[start + 1] === b[start] &&
    a.slice(start + 2) === b.slice(start + 2)
  );
}
