import Download from 'lucide-react/icons/download';
import { Button } from '../../components/button.tsx';
import { useOpenOverPage } from '../../lib/hooks.ts';
import { lazyPart } from '../../components/lazy.tsx';
import { useCan } from '../../lib/session.ts';
import type { ReportRequest } from './report-dialog.tsx';

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'));

/** "Baixar" for the answers on the screen, for users who may create reports. */
export function MakeReport(request: Omit<ReportRequest, 'onClose'>) {
  const [isOpen, setOpen] = useOpenOverPage();
  if (!useCan('makeReports')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden size={16} />
        Baixar
      </Button>
      {isOpen && <ReportDialog {...request} onClose={() => setOpen(false)} />}
    </>
  );
}
