import { useState, type SyntheticEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  HistoryEntry,
  SavedSearch,
  type NameHistoryEntry,
  type UpdateSaved,
} from '../../../shared/contracts/history.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { TextField } from '../../components/field.tsx';
import { failureText, send } from '../../lib/call.ts';
import { Sheet } from '../../components/sheet.tsx';
import { refreshHistory, refreshSaved } from './research-options.ts';
import { showToast } from '../../components/toast.ts';
import { SavedForm } from './saved-form.tsx';

/** Names a search of the history; a conflicting change from another window is reported. */
export function NameSearch({ entry, onClose }: { entry: HistoryEntry; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(entry.name ?? '');
  const naming = useMutation({
    mutationFn: (named: NameHistoryEntry) =>
      send('PUT', `/api/history/${entry.id}`, HistoryEntry, named),
    onSuccess: () => refreshHistory(client),
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    naming.mutate({ name, version: entry.version }, { onSuccess: onClose });
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

/** Renames, shares or unshares a saved search, unless another window changed it meanwhile. */
export function EditSaved({ saved, onClose }: { saved: SavedSearch; onClose: () => void }) {
  const client = useQueryClient();
  const update = useMutation({
    mutationFn: (changes: UpdateSaved) =>
      send('PUT', `/api/saved/${saved.id}`, SavedSearch, changes),
    onSuccess: async ({ name }) => {
      await refreshSaved(client);
      showToast({ title: 'Pesquisa alterada', description: name });
    },
  });
  return (
    <Sheet title="Editar pesquisa salva" side="center" isOpen onOpen={onClose}>
      <SavedForm
        initial={{ name: saved.name, isShared: saved.isShared }}
        error={update.error}
        isSaving={update.isPending}
        label="Salvar"
        onSave={(values) =>
          update.mutate({ ...values, version: saved.version }, { onSuccess: onClose })
        }
        onCancel={onClose}
      />
    </Sheet>
  );
}
