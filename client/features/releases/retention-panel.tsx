import { useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultReleaseRetention, ReleaseRetention } from '../../../shared/contracts/release.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { NumberSettingsForm, type NumberField } from '../../components/number-settings-form.tsx';
import { Panel } from '../../components/panel.tsx';
import { putRetention, retentionOptions } from './releases-options.ts';

const fields: readonly NumberField<keyof ReleaseRetention>[] = [
  {
    name: 'keepLast',
    label: 'Versões mais novas guardadas',
    hint: 'Tantas das últimas ficam sempre, para desfazer.',
  },
  {
    name: 'keepMonths',
    label: 'Meses com a última versão guardada',
    hint: 'De cada um de tantos meses para trás fica também a última versão publicada nele. 0 não guarda nenhuma a mais.',
  },
];

/** How long versions can be gone back to. */
export function RetentionPanel() {
  const client = useQueryClient();
  const retention = useQuery(retentionOptions);
  return (
    <Panel title="Prazo de guarda">
      <p className="mb-4 max-w-prose text-dense text-muted">
        As versões além destas são removidas uma vez por dia, e não podem mais ser restauradas. A
        atual nunca é removida.
      </p>
      <AsyncPanel query={retention} skeleton={<Skeleton className="h-40" />}>
        {(saved) => (
          <NumberSettingsForm
            label="Prazo de guarda das versões"
            fields={fields}
            saved={saved}
            initial={defaultReleaseRetention}
            schema={ReleaseRetention}
            save={async (values) =>
              client.setQueryData(retentionOptions.queryKey, await putRetention(values))
            }
            savedText="O prazo vale a partir da próxima limpeza diária."
          />
        )}
      </AsyncPanel>
    </Panel>
  );
}
