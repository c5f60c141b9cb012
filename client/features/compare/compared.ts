import type { ComparedFigures } from '../../../shared/statistics/selection-comparison.ts';
import type { SearchAnswer, SearchFilters } from '../../../shared/contracts/search.ts';

/** A selection with its response, and its position in the comparison. */
export type Compared = {
  /** The index among the selections, from 0; it sets the letter, colour and mark. */
  place: number;
  /** 'A' to 'E'. */
  letter: string;
  name: string;
  filters: SearchFilters;
  answer: SearchAnswer;
  figures: ComparedFigures;
};

export const letterOf = (place: number) => String.fromCharCode('A'.charCodeAt(0) + place);

/** "A · SP". */
export const titleOf = ({ letter, name }: Pick<Compared, 'letter' | 'name'>) =>
  `${letter} · ${name}`;
