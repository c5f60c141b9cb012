import type { ReactNode } from 'react';
import { Panel } from '../../components/panel.tsx';

/** Sending a month's files, and what became of the last ones. */
export function UploadsTab({ sender, recent }: { sender: ReactNode; recent: ReactNode }) {
  return (
    <>
      {sender}
      <Panel title="Envios recentes">{recent}</Panel>
    </>
  );
}
