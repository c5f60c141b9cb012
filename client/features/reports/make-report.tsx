import Download from 'lucide-react/icons/download';
import { lazy, Suspense, useState } from 'react';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { Button } from '../../components/button.tsx';
import { useCan } from '../../lib/session.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

const alone: readonly SearchFilters[] = [];

/** "Baixar" for the answers on the screen, for users who may create reports. */
export function MakeReport({
  filters,
  comparison = alone,
  salary,
  release,
}: {
  filters: SearchFilters;
  /** The compared queries in the same document. */
  comparison?: readonly SearchFilters[];
  /** Centavos: the first page states this salary's position. */
  salary?: number | undefined;
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
