import type { ReactNode } from 'react';
import { Panel } from '../../components/panel.tsx';
import { RecentUploads } from './recent-uploads.tsx';

/** Sending a month's files, and what became of the last ones. */
export function UploadsTab({
  sender,
  uploadLink,
}: {
  /** Where files are chosen and sent. */
  sender: ReactNode;
  uploadLink: ReactNode;
}) {
  return (
    <>
      <Panel title="Enviar arquivos do CAGED" aside={uploadLink}>
        {sender}
      </Panel>
      <Panel title="Envios recentes">
        <RecentUploads />
      </Panel>
    </>
  );
}
