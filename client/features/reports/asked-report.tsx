import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Report } from '../../../shared/contracts/reports.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { downloadPath, reportsOptions } from './reports-options.ts';
import { useLiveReports } from './use-live-reports.ts';

/** A report that was just requested: shows its progress, and downloads it once when it is ready. */
export function AskedReport({ asked, onClose }: { asked: Report; onClose: () => void }) {
  const live = useLiveReports();
  const newest = useQuery(reportsOptions(1, live)).data?.rows;
  const { id, name, status, message } = newest?.find((report) => report.id === asked.id) ?? asked;
  const isReady = status === 'COMPLETED';
  const link = useRef<HTMLAnchorElement>(null);
  // Downloads the report once, without another click.
  useEffect(() => {
    if (isReady) link.current?.click();
  }, [isReady]);
  return (
    <div className="flex flex-col gap-4">
      {status === 'FAILED' ? (
        <Notice tone="danger" title={message ?? `“${name}” não pôde ser gerado.`} />
      ) : (
        <output className="block wrap-anywhere">
          {isReady
            ? `“${name}” está pronto e vai para os seus downloads.`
            : `“${name}” está sendo gerado. Ele vem quando estiver pronto; fechando, fica em Relatórios.`}
        </output>
      )}
      <div className="flex flex-wrap gap-2">
        {isReady && (
          <a ref={link} href={downloadPath(id)} download className={buttonClass('primary')}>
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
