import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  defaultLoadLimits,
  loadLimitLabels,
  LoadLimits,
} from '../../../shared/contracts/comparison.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { NumberSettingsForm } from '../../components/number-settings-form.tsx';
import { Panel } from '../../components/panel.tsx';
import { loadLimitsOptions, putLoadLimits } from './source-options.ts';

const hints = {
  versionRatio:
    'Linhas a menos, ou a mais, que na versão já publicada do mesmo arquivo. O que perde mais que isso sempre espera.',
  movRatio:
    'Linhas contra o mês anterior, o seguinte e os de um ano antes e depois. Com 50, de dois terços a uma vez e meia ainda passa; basta um deles estar dentro do limite.',
  lateRatio:
    'FOR e EXC variam muito mais de um mês para o outro: este limite vale para os primeiros meses, depois decide o próprio histórico.',
  wageRatio:
    'Média geométrica dos salários dentro da regra do MTE, em salários mínimos do mês, contra os meses ao redor.',
  boundsPoints:
    'Salários abaixo de 0,3 ou acima de 150 salários mínimos, contra a parte deles nos meses ao redor.',
  nullPoints:
    'Quanto a parte vazia de uma coluna pode crescer sobre a dos meses ao redor do mesmo tipo de arquivo.',
  mixPoints:
    'Linhas que teriam de mudar de código para que uma coluna ficasse como nos meses ao redor.',
  newCodeLinesPercent:
    'Linhas com um código que nem as tabelas de referência nem os meses ao redor costumam ter.',
  contradictionPercent:
    'Linhas com horas ou idade impossíveis, município de outro estado, ou meses que não cabem no tipo de arquivo.',
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
        limites, a carga espera que um administrador a confira e aprove. Onde há poucas linhas, ou
        onde os meses publicados já variam mais que isso, o limite cresce com o que o acaso explica.
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
