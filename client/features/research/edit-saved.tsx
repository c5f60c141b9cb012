import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedSearch } from '../../../shared/contracts/history.ts';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../components/toast.ts';
import { refreshSaved, updateSaved } from './research-options.ts';
import { SavedForm } from './saved-form.tsx';

/**
 * Renames, shares or unshares a saved search. If another window changed it meanwhile, the form reports it and
 * overwrites nothing.
 */
export function EditSaved({ saved, onClose }: { saved: SavedSearch; onClose: () => void }) {
  const client = useQueryClient();
  const update = useMutation({
    mutationFn: updateSaved,
    onSuccess: async ({ name }) => {
      await refreshSaved(client);
      showToast({ title: 'Pesquisa alterada', description: name });
      onClose();
    },
  });
  return (
    <Sheet title="Editar pesquisa salva" side="center" isOpen onOpen={onClose}>
      <SavedForm
        initial={{ name: saved.name, isShared: saved.isShared }}
        error={update.error}
        isSaving={update.isPending}
        label="Salvar"
        onSave={(values) => update.mutate({ ...values, id: saved.id, version: saved.version })}
        onCancel={onClose}
      />
    </Sheet>
  );
}
