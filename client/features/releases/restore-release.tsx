import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { formatCounted, formatLongMonth, formatMoment } from '../../../shared/words/format.ts';
import {
  RestoreRelease as Restoration,
  type ReleaseEntry,
  defaultReleaseRetention,
  ReleaseRetention,
  ReleaseSummary,
} from '../../../shared/contracts/release.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { Field } from '../../components/field.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../components/toast.ts';
import { failureText, send } from '../../lib/call.ts';
import { focusFirstInvalid } from '../../lib/hooks.ts';
import { enterRelease } from '../../lib/release.ts';
import { NumberSettingsPanel } from '../../components/number-settings-panel.tsx';

/** Requests the reason, states the effect, and makes a release current again. */
export function RestoreRelease({
  release: { number, publishedAt },
  current,
  onClose,
}: {
  release: ReleaseEntry;
  current: number | null;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [replaced] = useState(current);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const restoration = useMutation({
    mutationFn: (body: Restoration) =>
      send('POST', `/api/releases/${number}/restore`, ReleaseSummary, body),
    onSuccess: async (summary) => {
      await enterRelease(client, summary);
      const months = formatCounted(summary.months.length, 'mês', 'meses');
      const last = summary.lastMonth;
      showToast({
        title: `A versão ${number} é a atual`,
        description: `Todos veem agora ${months}${last === null ? '' : `, até ${formatLongMonth(last)}`}. Nada foi apagado.`,
      });
    },
    onError: (error) =>
      setProblem(
        failureText(error, 'A versão pode não ter sido trocada. Recarregue a página e confira.'),
      ),
  });
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = Restoration.safeParse({ reason });
    setProblem(checked.error?.issues[0]?.message);
    // When the dialog closes, the button that opened it has left the list: the focus moves to its row.
    if (checked.success) restoration.mutate(checked.data, { onSuccess: onClose });
    else focusFirstInvalid(event.currentTarget);
  };
  return (
    <Sheet title={`Tornar atual a versão ${number}`} side="center" isOpen onOpen={onClose}>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <p>
          Todos passam a ver, no mesmo instante, os dados publicados em {formatMoment(publishedAt)},
          em vez da versão {replaced ?? 'atual'}. Nada é apagado: você pode voltar do mesmo modo.
        </p>
        <Field label="Motivo" hint="Fica no histórico e na auditoria." error={problem}>
          {(wiring) => (
            <textarea
              {...wiring}
              className="control py-2"
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <FormActions
          label="Tornar atual"
          busyLabel="Trocando..."
          isBusy={restoration.isPending}
          onCancel={onClose}
        />
      </form>
    </Sheet>
  );
}

/** How long releases stay restorable. */
export const RetentionPanel = () => (
  <NumberSettingsPanel
    title="Retenção"
    lead="Uma vez por dia, o sistema remove as outras versões. Elas não podem mais ser restauradas. A atual nunca é removida."
    label="Retenção das versões"
    path="/api/admin/release-retention"
    schema={ReleaseRetention}
    fields={[
      {
        name: 'keepLast',
        label: 'Versões mais novas guardadas',
        hint: 'Quantas versões recentes manter.',
      },
      {
        name: 'keepMonths',
        label: 'Meses com a última versão guardada',
        hint: 'Por quantos meses manter, além delas, a última versão de cada mês. Use 0 para não manter.',
      },
    ]}
    initial={defaultReleaseRetention}
    savedText="A retenção vale a partir da próxima limpeza diária."
  />
);
