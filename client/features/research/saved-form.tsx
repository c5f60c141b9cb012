import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { maxSavedNameLength } from '../../../shared/contracts/history.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { failedField, failureText } from '../../lib/call.ts';
import { focusFirstInvalid } from '../../lib/hooks.ts';
import { useCurrentUser } from '../../lib/session.ts';

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
  const [isTried, setTried] = useState(false);
  const isNameMissing = isTried && name.trim() === '';
  const sentence = error === null ? undefined : failureText(error, 'Erro ao salvar a pesquisa');
  const isOfName = error !== null && failedField(error, ['name']) !== undefined;
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') focusFirstInvalid(event.currentTarget);
    else onSave({ name, isShared });
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <TextField
        label="Nome"
        required
        maxLength={maxSavedNameLength}
        value={name}
        error={isNameMissing ? 'Dê um nome à pesquisa.' : isOfName ? sentence : undefined}
        onText={setTyped}
      />
      {children}
      <Checkbox
        label="Compartilhar com a empresa"
        hint={
          hasCompany
            ? 'As pessoas da sua empresa veem e abrem a pesquisa; só você a altera.'
            : 'A sua conta não pertence a uma empresa, por isso não é possível compartilhar.'
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
