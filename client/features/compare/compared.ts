import type { ComparedFigures } from '../../../shared/statistics/selection-comparison.ts';
import type { SearchAnswer, SearchFilters } from '../../../shared/contracts/search.ts';

/** A selection that has been answered, in its place of the comparison. */
export type Compared = {
  /** Its place among the selections, from 0: its letter, colour and mark. */
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
