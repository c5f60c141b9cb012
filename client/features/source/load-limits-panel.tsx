import {
  defaultLoadLimits,
  loadLimitLabels,
  LoadLimits,
} from '../../../shared/contracts/comparison.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { NumberSettingsPanel } from '../../components/number-settings-panel.tsx';

const hints = {
  versionRatio:
    'Linhas a menos, ou a mais, que na versão já publicada do mesmo arquivo. Perdas maiores sempre exigem aprovação.',
  revisionPercent:
    'Linhas que somem, mudam ou aparecem quando o mesmo arquivo é publicado de novo, contra a versão publicada. Até dez linhas sempre passam.',
  movRatio:
    'Linhas contra o mês anterior, o seguinte e os de um ano antes e depois. Com 50, de dois terços a uma vez e meia ainda passa; basta um deles estar dentro do limite.',
  lateRatio:
    'FOR e EXC variam muito mais de um mês para o outro: este limite vale para os primeiros meses, depois decide o próprio histórico.',
  wageRatio:
    'Média geométrica dos salários dentro da regra do MTE, em salários mínimos do mês, contra os meses próximos.',
  scaledPoints:
    'Salários que são cerca de 100 ou 1.000 vezes a mediana da ocupação, como quando a vírgula decimal se perde, contra a parte deles nos meses próximos.',
  boundsPoints:
    'Salários abaixo de 0,3 ou acima de 150 salários mínimos, contra a parte deles nos meses próximos.',
  nullPoints:
    'Quanto a parte vazia de uma coluna pode crescer sobre a dos meses próximos do mesmo tipo de arquivo.',
  mixPoints:
    'Linhas que teriam de mudar de código para que uma coluna ficasse como nos meses próximos.',
  newCodeLinesPercent:
    'Linhas com um código que nem as tabelas de referência nem os meses próximos costumam ter.',
  contradictionPercent:
    'Linhas com horas ou idade impossíveis, município de outro estado, ou meses que não cabem no tipo de arquivo.',
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
    lead="Antes de publicar, cada arquivo é comparado com o que já está publicado. Fora de um destes limites, a carga precisa da aprovação de um administrador. Com poucas linhas, ou quando os meses publicados já variam muito, o limite aumenta conforme a variação esperada ao acaso."
    label="Limites de conferência"
    path="/api/admin/load-limits"
    schema={LoadLimits}
    fields={fields}
    initial={defaultLoadLimits}
    savedText="Os limites valem a partir da próxima carga."
  />
);
