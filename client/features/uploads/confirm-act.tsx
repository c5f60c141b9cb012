import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';

/** Requests confirmation before an action. */
export function ConfirmAct({
  title,
  isOpen,
  isPending,
  confirmLabel,
  pendingLabel,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  isPending: boolean;
  confirmLabel: string;
  pendingLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Sheet
      title={title}
      side="center"
      isOpen={isOpen}
      onOpen={(open) => {
        if (!open) onClose();
      }}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Voltar</Button>
          <Button look="primary" disabled={isPending} onClick={onConfirm}>
            {isPending ? pendingLabel : confirmLabel}
          </Button>
        </div>
      }
    >
      {children}
    </Sheet>
  );
}
