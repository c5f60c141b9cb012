import type { ReactNode } from 'react';
import { Panel } from '../../components/panel.tsx';

/** Sends a month's files, and shows the status of the recent uploads. */
export function UploadsTab({ sender, recent }: { sender: ReactNode; recent: ReactNode }) {
  return (
    <>
      {sender}
      <Panel title="Envios recentes">{recent}</Panel>
    </>
  );
}
