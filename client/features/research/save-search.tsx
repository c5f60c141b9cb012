import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Period } from '../../../shared/filters/data.ts';
import { queryName } from '../../../shared/sentences/query-text.ts';
import {
  maxSavedNameLength,
  SavedSearch,
  type CreateSaved,
} from '../../../shared/contracts/history.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { formatCentavos } from '../../../shared/words/format.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../components/toast.ts';
import { send } from '../../lib/call.ts';
import { useQueryNames } from '../../lib/reference-options.ts';
import { refreshSaved } from './research-options.ts';
import { SavedForm } from './saved-form.tsx';

/** "Salvar pesquisa", for users who may save searches. */
export function SaveDialog({
  filters,
  salary,
  lastYear,
  onClose,
}: {
  filters: SearchFilters;
  /** Centavos: the queried salary, which is stored with the search. */
  salary: number | undefined;
  /** The last twelve months loaded: a query about them may follow the newest data. */
  lastYear: Period | undefined;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const canFollow = filters.periodoInicio === lastYear?.from && filters.periodoFim === lastYear?.to;
  const [isFollowing, setFollowing] = useState(canFollow);
  const names = useQueryNames(filters);
  const save = useMutation({
    mutationFn: (search: CreateSaved) => send('POST', '/api/saved', SavedSearch, search),
    onSuccess: async ({ name }) => {
      await refreshSaved(client);
      showToast({
        title: 'Pesquisa salva',
        description: name,
        action: { label: 'Ver', onSelect: () => void navigate({ to: '/saved', search: {} }) },
      });
    },
  });
  const requested = isFollowing
    ? { ...filters, periodoInicio: undefined, periodoFim: undefined }
    : filters;
  return (
    <Sheet title="Salvar pesquisa" side="center" isOpen onOpen={onClose}>
      <SavedForm
        initial={{ name: queryName(filters, names, maxSavedNameLength), isShared: false }}
        error={save.error}
        isSaving={save.isPending}
        label="Salvar pesquisa"
        onSave={(values) =>
          save.mutate(
            {
              ...values,
              filters: requested,
              ...(salary !== undefined && { ownSalary: salary / 100 }),
            },
            { onSuccess: onClose },
          )
        }
        onCancel={onClose}
      >
        {salary !== undefined && (
          <p className="text-dense text-muted">
            Guarda também o salário informado, {formatCentavos(salary)}, que só você vê.
          </p>
        )}
        {canFollow && (
          <Checkbox
            label="Acompanhar sempre os últimos meses carregados (até 12)"
            hint="A cada mês novo, o período avança, e você pode pedir aviso por e-mail do que mudar. Se não marcar, o período fica fixo."
            isChecked={isFollowing}
            onChecked={setFollowing}
          />
        )}
      </SavedForm>
    </Sheet>
  );
}
