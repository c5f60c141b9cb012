import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  longestSavedName,
  type HistoryEntry,
  type SavedSearch,
} from '../../../shared/contracts/history.ts';
import { FormActions } from '../../components/confirm.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { failedField, failureText } from '../../lib/call.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { Sheet } from '../../components/sheet.tsx';
import { nameSearch, refreshHistory, refreshSaved, updateSaved } from './research-options.ts';
import { showToast } from '../../components/toast.tsx';

type SavedValues = { name: string; isShared: boolean };

/** The name of a saved search and whether the company sees it; validation errors appear at their field. */
export function SavedForm({
  initial,
  error,
  isSaving,
  label,
  onSave,
  onCancel,
  children,
}: {
  initial: SavedValues;
  error: Error | null;
  isSaving: boolean;
  /** The button's text. */
  label: string;
  onSave: (values: SavedValues) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const hasCompany = useCurrentUser()?.companyId != null;
  // A proposed name may change until the user types another.
  const [typed, setTyped] = useState<string>();
  const [isShared, setShared] = useState(initial.isShared);
  const name = typed ?? initial.name;
  const [isNameMissing, setNameMissing] = useState(false);
  const sentence = error === null ? undefined : failureText(error, 'Erro ao salvar a pesquisa');
  const isOfName = error !== null && failedField(error, ['name']) !== undefined;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const isMissing = name.trim() === '';
    setNameMissing(isMissing);
    if (!isMissing) onSave({ name, isShared });
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <TextField
        label="Nome"
        required
        maxLength={longestSavedName}
        value={name}
        error={isNameMissing ? 'Dê um nome à pesquisa.' : isOfName ? sentence : undefined}
        onText={setTyped}
      />
      {children}
      <Checkbox
        label="Compartilhar com a empresa"
        hint={
          hasCompany
            ? 'As pessoas da sua empresa veem a pesquisa e abrem; só você a altera.'
            : 'A sua conta não pertence a uma empresa, e por isso não há com quem compartilhar.'
        }
        isChecked={isShared}
        isDisabled={!hasCompany}
        onChecked={setShared}
      />
      {sentence !== undefined && !isOfName && <Notice tone="danger" title={sentence} />}
      <FormActions label={label} busyLabel="Salvando..." isBusy={isSaving} onCancel={onCancel} />
    </form>
  );
}

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
