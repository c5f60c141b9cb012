import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Sheet } from './sheet.tsx';
import { failureText } from '../lib/failure-text.ts';

/** Requests confirmation before an action that cannot be undone; a failure is shown in the dialog. */
export function ConfirmAct({
  title,
  label,
  act,
  onClose,
  children,
}: {
  title: string;
  /** The button's text. */
  label: string;
  act: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const acting = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <Sheet
      title={title}
      side="center"
      isOpen
      onOpen={onClose}
      footer={
        <div className="flex flex-wrap gap-2">
          <Button look="primary" disabled={acting.isPending} onClick={() => acting.mutate()}>
            {acting.isPending ? 'Excluindo...' : label}
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="wrap-anywhere">{children}</div>
        {acting.error && (
          <Notice tone="danger" title={failureText(acting.error, 'Não foi possível excluir')} />
        )}
      </div>
    </Sheet>
  );
}
