import { useNavigate } from '@tanstack/react-router';
import Columns2 from 'lucide-react/icons/columns-2';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toast.ts';
import { keptComparison, mostSelections, writeComparisonLink } from '../../lib/comparison-link.ts';
import { useCurrentUser } from '../../lib/session.ts';

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
    const { selections } = keptComparison(owner);
    const asked = JSON.stringify(filters);
    const isThere = selections.some((selection) => JSON.stringify(selection.filters) === asked);
    const isFull = selections.length >= mostSelections;
    if (!isThere && isFull) {
      showToast({
        tone: 'danger',
        title: 'A comparação está cheia',
        description: `São até ${mostSelections} seleções: remova uma para pôr outra.`,
      });
    }
    const next = isThere || isFull ? selections : [...selections, { filters, name: null }];
    void navigate({ to: '/compare', search: writeComparisonLink(next, release) });
  };
  return (
    <Button onClick={handleClick}>
      <Columns2 aria-hidden size={16} />
      Comparar
    </Button>
  );
}
