import Download from 'lucide-react/icons/download';
import { lazy, Suspense, useState } from 'react';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { Button } from '../../components/button.tsx';
import { useCan } from '../../lib/session.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

const alone: readonly SearchFilters[] = [];

/** "Baixar" the answers on the screen, for whoever may. */
export function MakeReport({
  filters,
  comparison = alone,
  salary,
  release,
}: {
  filters: SearchFilters;
  /** What stands beside it, in the same document. */
  comparison?: readonly SearchFilters[];
  /** Centavos: whose place is told on the first page. */
  salary?: number | undefined;
  /** The data that the answer is of. */
  release: number | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!useCan('makeReports')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden size={16} />
        Baixar
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog
            filters={filters}
            comparison={comparison}
            salary={salary}
            release={release}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
