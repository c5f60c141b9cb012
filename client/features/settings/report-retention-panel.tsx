import { defaultReportRetention, ReportRetention } from '../../../shared/contracts/reports.ts';
import { NumberSettingsPanel } from '../../components/number-settings-panel.tsx';

/** How long reports can be downloaded. */
export const ReportRetentionPanel = () => (
  <NumberSettingsPanel
    title="Relatórios"
    lead="O arquivo de um relatório é apagado quando expira; quem o criou pode gerá-lo de novo."
    label="Guarda dos relatórios"
    path="/api/admin/report-retention"
    schema={ReportRetention}
    fields={[
      {
        name: 'days',
        label: 'Dias para baixar um relatório',
        hint: 'Vale para os relatórios que ficarem prontos depois da mudança.',
      },
    ]}
    initial={defaultReportRetention}
    savedText="O prazo vale para os próximos relatórios."
  />
);
