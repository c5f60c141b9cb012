import { defaultReleaseRetention, ReleaseRetention } from '../../../shared/contracts/release.ts';
import { NumberSettingsPanel } from '../../components/number-settings-panel.tsx';

/** How long releases stay restorable. */
export const RetentionPanel = () => (
  <NumberSettingsPanel
    title="Prazo de guarda"
    lead="As versões além destas são removidas uma vez por dia, e não podem mais ser restauradas. A atual nunca é removida."
    label="Prazo de guarda das versões"
    path="/api/admin/release-retention"
    schema={ReleaseRetention}
    fields={[
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
    ]}
    initial={defaultReleaseRetention}
    savedText="O prazo vale a partir da próxima limpeza diária."
  />
);
