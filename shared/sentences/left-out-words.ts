import type { SearchAnswer } from '../contracts/search.ts';

/** The words of a typed query that no occupation matched, as a sentence; none if all matched. */
export const leftOutTexts = (text: SearchAnswer['text']): string[] =>
  text === null || text.leftOut.length === 0
    ? []
    : [`Ignoramos “${text.leftOut.join('”, “')}”: nenhum cargo tem essas palavras juntas.`];

/** How a typed query was interpreted, on paper: as one occupation, and without some words. */
export const readingTexts = ({
  text,
  occupations,
}: Pick<SearchAnswer, 'text' | 'occupations'>): string[] => {
  const [only, another] = occupations;
  return [
    ...(text !== null && only && another === undefined
      ? [`Ocupação encontrada: ${only.cbo} - ${only.titulo ?? 'sem título na CBO'}.`]
      : []),
    ...leftOutTexts(text),
  ];
};
