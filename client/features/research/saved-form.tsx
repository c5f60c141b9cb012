import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { failedField, failureText } from '../../lib/failure-text.ts';
import { useCurrentUser } from '../../lib/session.ts';

export type SavedValues = { name: string; isShared: boolean };

/** The name of a saved search and whether the company sees it; refusals stand at their field. */
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
  /** What the button says. */
  label: string;
  onSave: (values: SavedValues) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const hasCompany = useCurrentUser()?.companyId != null;
  const [values, setValues] = useState(initial);
  const [isNameMissing, setNameMissing] = useState(false);
  const sentence = error === null ? undefined : failureText(error, 'Erro ao salvar a pesquisa');
  const isOfName = error !== null && failedField(error, ['name']) !== undefined;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const isMissing = values.name.trim() === '';
    setNameMissing(isMissing);
    if (!isMissing) onSave(values);
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <TextField
        label="Nome"
        required
        maxLength={120}
        value={values.name}
        error={isNameMissing ? 'Dê um nome à pesquisa.' : isOfName ? sentence : undefined}
        onText={(name) => setValues({ ...values, name })}
      />
      {children}
      <Checkbox
        label="Compartilhar com a empresa"
        hint={
          hasCompany
            ? 'As pessoas da sua empresa veem a pesquisa e abrem; só você a altera.'
            : 'A sua conta não pertence a uma empresa, e por isso não há com quem compartilhar.'
        }
        isChecked={values.isShared}
        isDisabled={!hasCompany}
        onChecked={(isShared) => setValues({ ...values, isShared })}
      />
      {sentence !== undefined && !isOfName && <Notice tone="danger" title={sentence} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={isSaving}>
          {isSaving ? 'Salvando...' : label}
        </Button>
        <Button onClick={onCancel}>Cancelar</Button>
      </div>
    </form>
  );
}
