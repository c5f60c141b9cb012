import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { HistoryEntry } from '../../../shared/contracts/history.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { TextField } from '../../components/field.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { nameSearch, refreshHistory } from './research-options.ts';

/** Names a search of the history; a conflicting change from another window is reported. */
export function NameSearch({ entry, onClose }: { entry: HistoryEntry; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(entry.name ?? '');
  const naming = useMutation({
    mutationFn: nameSearch,
    onSuccess: async () => {
      await refreshHistory(client);
      onClose();
    },
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    naming.mutate({ id: entry.id, name, version: entry.version });
  };
  return (
    <Sheet title="Nomear pesquisa" side="center" isOpen onOpen={onClose}>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <TextField
          label="Nome"
          hint="Sem nome, a pesquisa aparece pela ocupação."
          error={naming.error ? failureText(naming.error, 'Erro ao nomear a pesquisa') : undefined}
          maxLength={120}
          value={name}
          onText={setName}
        />
        <FormActions
          label="Salvar nome"
          busyLabel="Salvando..."
          isBusy={naming.isPending}
          onCancel={onClose}
        />
      </form>
    </Sheet>
  );
}
