import { FileText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { SearchFilters } from '../../../shared/search.ts';
import { Button } from '../../components/button.tsx';
import { useCurrentUser } from '../../lib/session.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

/** "Gerar relatório" of the answer on the screen, for whoever may. */
export function MakeReport({
  filters,
  release,
}: {
  filters: SearchFilters;
  /** The data that the answer is of. */
  release: number | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const role = useCurrentUser()?.role;
  if (role === undefined || role === 'VIEWER') return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FileText aria-hidden size={16} />
        Gerar relatório
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog filters={filters} release={release} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
