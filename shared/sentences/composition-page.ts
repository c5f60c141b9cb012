import type { CompositionPanel } from '../contracts/deferred-panels.ts';
import type { PanelPage } from '../contracts/panel-page.ts';
import { minForConfidence, minForStatistics } from '../statistics/design-effect.ts';
import { formatMonth, formatShare, formatSignedRatio } from '../words/format.ts';
import { sameWork } from './equality-sentences.ts';

const missing: Readonly<Record<NonNullable<CompositionPanel['falta']>, string>> = {
  ano_anterior: 'Sem comparação: falta o mesmo mês do ano anterior.',
  incompleto: 'Sem comparação: os dados estão incompletos.',
  poucos_registros: `Sem comparação: são necessários ao menos ${minForConfidence} registros independentes em cada mês.`,
  poucos_pares: `Sem comparação: são necessários ao menos ${minForConfidence} registros independentes por mês, em ao menos ${minForStatistics} grupos de mesma ocupação, perfil, lugar e empresa presentes nos dois meses.`,
};

/** The change of the mean in a year, split into pay and mix. */
export function compositionPage({ mudanca, falta }: CompositionPanel): PanelPage {
  const title = 'Salário ou composição';
  if (mudanca === null) {
    return { title, sentences: falta === null ? [] : [missing[falta]], tables: [], notes: [] };
  }
  return {
    title,
    sentences: [changeSentence(mudanca), matchedSentence],
    tables: [changeTable(mudanca)],
    notes: [
      'Método: Kitagawa (1955), com os mesmos grupos de Igualdade. A composição é a mudança na mistura de ocupações, pessoas, lugares e empresas, e inclui os registros sem par no outro mês. Os valores não descontam a inflação, que fica na parte do salário.',
    ],
  };
}

type Change = NonNullable<CompositionPanel['mudanca']>;

const tenths = (share: number) => Math.round(share * 1000);

/** Tenths of a percent; the second part is what the first leaves of the whole, so that the printed parts add up. */
function printedParts({ percentual, percentual_salario: pay }: Change) {
  const whole = tenths(percentual);
  return {
    whole: whole / 1000,
    pay: tenths(pay) / 1000,
    mix: (whole - tenths(pay)) / 1000,
  };
}

function changeSentence(change: Change): string {
  const { whole, pay, mix } = printedParts(change);
  const [chance, payChance] = [change.diferenca_pode_ser_acaso, change.pode_ser_acaso].map((may) =>
    may ? ' (pode ser acaso)' : '',
  );
  const unmatched = 1 - change.parte_pareada;
  const others =
    unmatched === 0 ? '' : ` e pelos registros sem par (${formatShare(unmatched)} dos registros)`;
  return `De ${formatMonth(change.de)} a ${formatMonth(change.ate)}, a média mudou ${formatSignedRatio(whole)}${chance}: ${formatSignedRatio(pay)} pelo salário${payChance} e ${formatSignedRatio(mix)} pela composição${others}.`;
}

const matchedSentence = `A parte do salário é a mudança ${sameWork}, entre os registros com par no outro mês.`;

const changeTable = (change: Change): PanelPage['tables'][number] => {
  const { de, ate, diferenca, salario, composicao } = change;
  return {
    caption: 'Mudança da média em um ano',
    columns: [
      { header: 'Parte', format: 'text' },
      { header: 'Registros', format: 'count' },
      { header: 'Reais por mês', format: 'reais' },
      { header: 'Intervalo de 95\u00a0%: de', format: 'reais' },
      { header: 'Intervalo de 95\u00a0%: até', format: 'reais' },
    ],
    rows: [
      [`Média de ${formatMonth(de)}`, change.registros_de, change.media_de, null, null],
      [`Média de ${formatMonth(ate)}`, change.registros_ate, change.media_ate, null, null],
      ['Diferença', null, diferenca, null, null],
      ['Diferença por salário', null, salario, change.salario_de, change.salario_ate],
      ['Diferença por composição e registros sem par', null, composicao, null, null],
    ],
  };
};
