import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Report } from '../../../shared/contracts/reports.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { downloadPath, reportsOptions } from './reports-options.ts';
import { useLiveReports } from './use-live-reports.ts';

/** A report that was just asked for: it is followed while it is made, and downloaded from here. */
export function AskedReport({ asked, onClose }: { asked: Report; onClose: () => void }) {
  useLiveReports();
  const newest = useQuery(reportsOptions(1)).data?.rows;
  const { id, name, status, message } = newest?.find((report) => report.id === asked.id) ?? asked;
  const isReady = status === 'COMPLETED';
  return (
    <div className="flex flex-col gap-4">
      {status === 'FAILED' ? (
        <Notice tone="danger" title={message ?? `“${name}” não pôde ser gerado.`} />
      ) : (
        <output className="block wrap-anywhere">
          {isReady
            ? `“${name}” está pronto.`
            : `“${name}” está sendo gerado. Você pode continuar a pesquisar e baixá-lo depois.`}
        </output>
      )}
      <div className="flex flex-wrap gap-2">
        {isReady && (
          <a
            href={downloadPath(id)}
            target="_blank"
            rel="noopener"
            className={buttonClass('primary')}
          >
            Baixar
          </a>
        )}
        <Link to="/reports" search={{}} className={buttonClass(isReady ? 'secondary' : 'primary')}>
          Ver relatórios
        </Link>
        <Button onClick={onClose}>Fechar</Button>
      </div>
    </div>
  );
}
