import { useNavigate } from '@tanstack/react-router';
import Columns2 from 'lucide-react/icons/columns-2';
import type { SearchFilters, SearchAnswer } from '../../../shared/contracts/search.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toast.ts';
import {
  isSameSearch,
  loadComparison,
  maxSelections,
  writeComparisonLink,
} from '../../lib/comparison-link.ts';
import { useCurrentUser } from '../../lib/session.ts';
import type { ComparedFigures } from '../../../shared/statistics/selection-comparison.ts';

/** Adds a query to the comparison in this window and opens it. */
export function CompareButton({
  filters,
  release,
}: {
  filters: SearchFilters;
  /** Undefined if the query runs on the current data. */
  release: number | undefined;
}) {
  const navigate = useNavigate();
  const owner = useCurrentUser()?.id ?? '';
  const handleClick = () => {
    const { selections } = loadComparison(owner);
    const isThere = selections.some((selection) => isSameSearch(selection, filters));
    const isFull = selections.length >= maxSelections;
    if (!isThere && isFull) {
      showToast({
        tone: 'danger',
        title: 'A comparação está cheia',
        description: `O limite é de ${maxSelections} seleções: remova uma para adicionar outra.`,
      });
    }
    const next = isThere || isFull ? selections : [...selections, filters];
    void navigate({ to: '/compare', search: writeComparisonLink(next, release) });
  };
  return (
    <Button onClick={handleClick}>
      <Columns2 aria-hidden size={16} />
      Comparar
    </Button>
  );
}

/** A selection with its response, and its position in the comparison. */
export type ComparedAnswer = {
  /** The index among the selections, from 0; it sets the letter, colour and mark. */
  place: number;
  /** 'A' to 'E'. */
  letter: string;
  name: string;
  answer: SearchAnswer;
};

/** A compared answer with its figures beside those of the other selections. */
export type Compared = ComparedAnswer & { filters: SearchFilters; figures: ComparedFigures };

/** "A · SP". */
export const titleOf = ({ letter, name }: Pick<Compared, 'letter' | 'name'>) =>
  `${letter} · ${name}`;
