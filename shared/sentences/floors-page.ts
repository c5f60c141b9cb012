import type { FloorsPanel } from '../contracts/deferred-panels.ts';
import type { PanelPage } from '../contracts/panel-page.ts';
import { minForConfidence } from '../statistics/design-effect.ts';
import { formatDecimal, formatMonth, formatReais, formatShare } from '../words/format.ts';

type Value = FloorsPanel['valores'][number];

const missing: Readonly<Record<NonNullable<FloorsPanel['falta']>, string>> = {
  incompleto: 'Sem resultado: os dados estão incompletos.',
  poucos_registros: `Sem resultado: são necessários ao menos ${minForConfidence} registros independentes.`,
};

const noneSentence =
  'O teste não encontrou concentração em nenhum valor. Ainda pode haver um piso: o teste não o encontra quando há poucos registros ou valores próximos também comuns.';

const notes = [
  'Esperados: a média dos valores vizinhos, até 10\u00a0% distantes, com o mesmo arredondamento. Mostramos valores com ao menos 1\u00a0% dos registros e o dobro do esperado, além do acaso (Poisson exato, com efeito de bloco; Benjamini e Hochberg, 5\u00a0%).',
  'Um valor comum pode ser piso de convenção, tabela de uma empresa ou costume: o registro não diz qual. Múltiplos de R$ 50 não entram, exceto o salário mínimo: são comuns com ou sem piso. O primeiro e o último mês são contados só entre os meses com registros suficientes do valor.',
];

/** The exact values at which pay piles up. Round values are not called floors. */
export function floorsPage(panel: FloorsPanel): PanelPage {
  const { valores, data_base: month, minimo_desconhecido_desde: uncertain, falta } = panel;
  const title = 'Pisos e concentrações';
  if (falta !== null) return { title, sentences: [missing[falta]], tables: [], notes: [] };
  if (valores.length === 0) return { title, sentences: [noneSentence], tables: [], notes };
  return {
    title,
    sentences: [
      ...valores.filter((value) => value.minimo_desde !== null).map(wageSentence),
      ...valores
        .filter((value) => value.minimo_desde === null)
        .slice(0, 1)
        .flatMap((value) => [
          mainSentence(value, uncertain),
          ...(uncertain === null ? [] : [uncertainSentence(uncertain)]),
        ]),
      ...(month === null ? [] : [monthSentence(month, valores)]),
    ],
    tables: [valueTable(valores, uncertain)],
    notes,
  };
}

const wageSentence = ({ valor, minimo_desde: since, parte }: Value) =>
  `${formatShare(parte)} dos registros têm o salário mínimo de ${formatMonth(since ?? '')}, ${formatReais(valor)}.`;

const mainSentence = ({ valor, parte, registros, esperados }: Value, uncertain: string | null) =>
  `Sem contar o mínimo${uncertain === null ? '' : ' conhecido'} e os valores redondos, os salários se concentram mais em ${formatReais(valor)}: ${formatShare(parte)} dos registros${timesText(registros, esperados)}.`;

const uncertainSentence = (since: string) =>
  `O salário mínimo de ${formatMonth(since)} em diante ainda não foi importado: um destes valores pode ser ele.`;

const timesText = (count: number, expected: number) =>
  expected < 1 ? '' : `, ${formatDecimal(Math.round(count / expected))} vezes o esperado`;

/** Names only the month in which a value begins, because a value may end for other reasons. */
function monthSentence(
  { mes, valor, comeca }: NonNullable<FloorsPanel['data_base']>,
  values: readonly Value[],
): string {
  if (!comeca) return `${formatReais(valor)} deixa de ser comum em ${formatMonth(mes)}.`;
  const isFirst = values.some((value) => value.valor === valor && value.primeiro_mes === mes);
  return `${formatReais(valor)} passa a ser ${isFirst ? 'comum' : 'mais comum'} em ${formatMonth(mes)}: possível mês da data-base.`;
}

const valueTable = (
  values: readonly Value[],
  uncertain: string | null,
): PanelPage['tables'][number] => ({
  caption: 'Valores em que os salários se concentram',
  columns: [
    { header: 'Valor', format: 'reais' },
    { header: 'O que é', format: 'text' },
    { header: 'Registros', format: 'count' },
    { header: 'Parte', format: 'share' },
    { header: 'Esperados', format: 'count' },
    { header: 'Excesso', format: 'count' },
    { header: 'Primeiro mês', format: 'month' },
    { header: 'Último mês', format: 'month' },
  ],
  rows: values.map((value) => [
    value.valor,
    value.minimo_desde === null
      ? `possível piso${uncertain === null ? '' : ', salário mínimo'} ou tabela`
      : 'salário mínimo',
    value.registros,
    value.parte,
    Math.round(value.esperados),
    value.registros - Math.round(value.esperados),
    value.primeiro_mes,
    value.ultimo_mes,
  ]),
});
