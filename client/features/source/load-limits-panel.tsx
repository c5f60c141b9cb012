import { useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultLoadLimits, loadLimitLabels, LoadLimits } from '../../../shared/comparison.ts';
import { keysOf } from '../../../shared/keys.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { NumberSettingsForm } from '../../components/number-settings-form.tsx';
import { Panel } from '../../components/panel.tsx';
import { loadLimitsOptions, putLoadLimits } from './source-options.ts';

const hints = {
  minimumLines:
    'Arquivos menores que isso são comparados, mas nunca fazem a carga esperar: diferenças pequenas parecem enormes.',
  versionRatio:
    'Linhas, admissões e desligamentos contra a versão já publicada do mesmo arquivo. Com 50, de dois terços a uma vez e meia ainda passa.',
  movRatio:
    'O mesmo contra o mês anterior, o seguinte e o do ano anterior. Basta um deles estar dentro do limite.',
  lateRatio: 'FOR e EXC variam muito mais de um mês para o outro do que MOV.',
  wageRatio:
    'Salário médio e mediano de admissão, contra a versão publicada e contra cada mês vizinho.',
  nullPoints:
    'Quanto a parte vazia de uma coluna pode crescer sobre a dos últimos doze meses do mesmo tipo de arquivo.',
  newCodeLinesPercent:
    'Linhas com uma ocupação, atividade ou município que nenhuma linha publicada tem.',
  largestSalary: 'Um salário acima disso quase sempre é erro de digitação ou de vírgula.',
} as const satisfies Record<keyof LoadLimits, string>;

const fields = keysOf(loadLimitLabels).map((name) => ({
  name,
  label: loadLimitLabels[name],
  hint: hints[name],
}));

/** Beyond which differences a load waits for an administrator. */
export function LoadLimitsPanel() {
  const client = useQueryClient();
  const limits = useQuery(loadLimitsOptions);
  return (
    <Panel title="Limites de conferência">
      <p className="mb-4 max-w-prose text-dense text-muted">
        Antes de publicar, cada arquivo é comparado com o que já está publicado. Além de um destes
        limites, a carga espera que um administrador a confira e aprove.
      </p>
      <AsyncPanel query={limits} skeleton={<Skeleton className="h-120" />}>
        {(saved) => (
          <NumberSettingsForm
            label="Limites de conferência"
            fields={fields}
            saved={saved}
            initial={defaultLoadLimits}
            schema={LoadLimits}
            save={async (values) =>
              client.setQueryData(loadLimitsOptions.queryKey, await putLoadLimits(values))
            }
            savedText="Os limites valem a partir da próxima carga."
          />
        )}
      </AsyncPanel>
    </Panel>
  );
}
