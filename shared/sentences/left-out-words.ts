import type { SearchAnswer } from '../contracts/search.ts';

/** The words of a typed query that no occupation matched, as a sentence; none if all matched. */
export const leftOutTexts = (text: SearchAnswer['text']): string[] =>
  text === null || text.leftOut.length === 0
    ? []
    : [`Ignoramos “${text.leftOut.join('”, “')}”: nenhum cargo tem essas palavras juntas.`];
