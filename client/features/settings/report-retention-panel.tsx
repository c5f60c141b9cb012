import { useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultReportRetention, ReportRetention } from '../../../shared/contracts/reports.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { NumberSettingsForm, type NumberField } from '../../components/number-settings-form.tsx';
import { Panel } from '../../components/panel.tsx';
import { putReportRetention, reportRetentionOptions } from './settings-options.ts';

const fields: readonly NumberField<keyof ReportRetention>[] = [
  {
    name: 'days',
    label: 'Dias para baixar um relatório',
    hint: 'Vale para os relatórios que ficarem prontos depois da mudança.',
  },
];

/** For how long reports can be downloaded. */
export function ReportRetentionPanel() {
  const client = useQueryClient();
  const retention = useQuery(reportRetentionOptions);
  return (
    <Panel title="Relatórios">
      <p className="mb-4 max-w-prose text-dense text-muted">
        O arquivo de um relatório é apagado quando expira; quem o criou pode gerá-lo de novo.
      </p>
      <AsyncPanel query={retention} skeleton={<Skeleton className="h-24" />}>
        {(saved) => (
          <NumberSettingsForm
            label="Guarda dos relatórios"
            fields={fields}
            saved={saved}
            initial={defaultReportRetention}
            schema={ReportRetention}
            save={async (values) =>
              client.setQueryData(reportRetentionOptions.queryKey, await putReportRetention(values))
            }
            savedText="O prazo vale para os próximos relatórios."
          />
        )}
      </AsyncPanel>
    </Panel>
  );
}
