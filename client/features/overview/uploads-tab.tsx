import type { ReactNode } from 'react';
import { Panel } from '../../components/panel.tsx';
import { RecentUploads } from './recent-uploads.tsx';

/** Sending a month's files, and what became of the last ones. */
export function UploadsTab({ sender }: { sender: ReactNode }) {
  return (
    <>
      {sender}
      <Panel title="Envios recentes">
        <RecentUploads />
      </Panel>
    </>
  );
}
