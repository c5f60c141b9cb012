import {
  defaultLoadLimits,
  loadLimitLabels,
  LoadLimits,
} from '../../../shared/contracts/comparison.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { NumberSettingsPanel } from '../../components/number-settings-panel.tsx';

const hints = {
  versionRatio:
    'Linhas a menos que na maior versão publicada do mesmo arquivo. Perdas maiores sempre exigem aprovação.',
  revisionPercent:
    'Linhas que desaparecem, mudam ou surgem em relação à versão publicada do mesmo arquivo. Poucas linhas sempre podem mudar: até dez nos arquivos com menos de cem; nos outros, até 1\u00a0%, no máximo dez. No primeiro MOV de um mês, este limite é a diferença permitida entre as admissões e os desligamentos do arquivo e os divulgados pelo MTE.',
  movRatio:
    'Número de linhas, comparado ao do mês anterior, do mês seguinte e dos meses de um ano antes e depois. Com 50\u00a0%, o arquivo pode ter de dois terços a uma vez e meia as linhas de um desses meses. Basta estar dentro do limite para um deles.',
  lateRatio:
    'FOR e EXC variam muito de um mês para o outro. Este limite vale nos primeiros meses; depois, o sistema usa o histórico deles.',
  wageRatio:
    'Média geométrica dos salários dentro da regra do MTE, em salários mínimos do mês, comparada à dos meses próximos.',
  scaledPoints:
    'Percentual de salários de cerca de 100 ou 1.000 vezes a mediana da ocupação, como quando falta a vírgula decimal, comparado ao dos meses próximos.',
  boundsPoints:
    'Percentual de salários abaixo de 0,3 salário mínimo, comparado ao dos meses próximos.',
  nullPoints:
    'Quanto o percentual de campos vazios de uma coluna pode crescer, comparado ao dos meses próximos do mesmo tipo de arquivo.',
  mixPoints: 'Quanto a distribuição dos códigos de uma coluna pode diferir da dos meses próximos.',
  newCodeLinesPercent:
    'Linhas com um código que nem as tabelas de referência nem os meses próximos costumam ter.',
  contradictionPercent:
    'Linhas repetidas ou com horas incomuns, categoria que contradiz o trabalho intermitente ou o aprendiz, município de outro estado, ou meses que não cabem no tipo de arquivo.',
} as const satisfies Record<keyof LoadLimits, string>;

const fields = keysOf(loadLimitLabels).map((name) => ({
  name,
  label: loadLimitLabels[name],
  hint: hints[name],
}));

/** The differences beyond which a load waits for an administrator. */
export const LoadLimitsPanel = () => (
  <NumberSettingsPanel
    title="Limites de conferência"
    lead="Antes de publicar, cada arquivo é comparado com o que já está publicado. Fora de um destes limites, o envio precisa da aprovação de um administrador. Com poucas linhas, ou quando os meses publicados já variam muito, o limite aumenta conforme a variação esperada ao acaso."
    label="Limites de conferência"
    path="/api/admin/load-limits"
    schema={LoadLimits}
    fields={fields}
    initial={defaultLoadLimits}
    savedText="Os limites valem a partir do próximo envio."
  />
);
