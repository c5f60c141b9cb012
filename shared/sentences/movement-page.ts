import type { MovementPanel, PanelRatio } from '../contracts/deferred-panels.ts';
import { movementKinds } from '../contracts/deferred-panels.ts';
import { keysOf } from '../codes/keys.ts';
import { minForConfidence } from '../statistics/design-effect.ts';
import { suppressionNote } from '../statistics/suppression-note.ts';
import { formatRatio, formatReais, formatShare } from '../words/format.ts';
import { sameWork } from './equality-sentences.ts';
import type { PageTable, PanelPage } from '../contracts/panel-page.ts';

/** Admissions against separations, in words and tables. */
export function movementPage(panel: MovementPanel): PanelPage {
  return {
    title: 'Entradas e saídas',
    sentences: [...medianSentences(panel), ...mixSentences(panel), ...resignationSentences(panel)],
    tables: [kindTable(panel), monthTable(panel), countTable(panel)],
    notes: [
      'Compara o salário contratual de quem entra com o de quem sai no período; não são as mesmas pessoas nem as mesmas vagas, e quem sai pode ter tido aumentos. O filtro de movimentação e a faixa salarial da pesquisa não valem aqui.',
      'Movimentações: todas da seleção. Na série ajustada, são descontadas só as exclusões que têm linha correspondente; o MTE desconta todas. Com salário: as que contam pela regra da pesquisa. Razão: mediana de quem entra dividida pela de quem sai, com intervalo de 95\u00a0%.',
      suppressionNote,
    ],
  };
}

const missing: Readonly<Record<NonNullable<MovementPanel['falta']>, string>> = {
  incompleto: 'Sem comparação: os dados estão incompletos.',
  poucas_entradas: `Sem comparação: são necessários ao menos ${minForConfidence} registros independentes de quem entra.`,
  poucas_saidas: `Sem comparação: são necessários ao menos ${minForConfidence} registros independentes de quem sai.`,
  poucos_registros: `Sem comparação: são necessários ao menos ${minForConfidence} registros independentes de quem entra e o mesmo número de quem sai.`,
};

/** "91,0 % do que ganha quem sai (de 89,1 % a 92,9 %)". */
function ratioText({ valor, de, ate, pode_ser_acaso: mayBeChance }: NonNullable<PanelRatio>) {
  const interval = `de ${formatRatio(de)} a ${formatRatio(ate)}`;
  return `${formatRatio(valor)} do que ganha quem sai (${interval}${mayBeChance ? '; pode ser acaso' : ''})`;
}

function medianSentences({ admissoes, desligamentos, falta }: MovementPanel): string[] {
  if (falta !== null) return [missing[falta]];
  const { razao } = desligamentos;
  if (admissoes.mediana === null || desligamentos.mediana === null) return [];
  if (admissoes.mediana === desligamentos.mediana) {
    return [
      `As medianas de quem entra e de quem sai são iguais: ${formatReais(admissoes.mediana)}.`,
    ];
  }
  // Without a reason, repeated salaries fill a median's interval, or a median is zero.
  if (razao === null) {
    return [
      `Pelas medianas, quem entra ganha ${formatReais(admissoes.mediana)} e quem sai ganha ${formatReais(desligamentos.mediana)}.`,
    ];
  }
  return [
    `Pelas medianas, quem entra ganha ${ratioText(razao)}: ${formatReais(admissoes.mediana)} e ${formatReais(desligamentos.mediana)}.`,
  ];
}

function mixSentences({ mesma_composicao: mix }: MovementPanel): string[] {
  if (mix?.razao == null) return [];
  return [
    `Pelas médias, ${sameWork}, quem entra ganha ${ratioText(mix.razao)}. A comparação usa ${formatShare(mix.parte_pareada)} dos registros: os que têm registros comparáveis do outro lado.`,
  ];
}

const resignationSentences = ({ parte_a_pedido: share, falta }: MovementPanel): string[] =>
  share === null || (falta !== null && falta !== 'poucas_entradas')
    ? []
    : [`Pedidos de demissão são ${formatShare(share)} dos desligamentos.`];

const ratioColumns = [
  { header: 'Razão', format: 'ratio' },
  { header: 'Razão: de (95\u00a0%)', format: 'ratio' },
  { header: 'Razão: até (95\u00a0%)', format: 'ratio' },
] as const;

const ratioCells = (ratio: PanelRatio) => [
  ratio?.valor ?? null,
  ratio?.de ?? null,
  ratio?.ate ?? null,
];

const kindTable = ({ admissoes, desligamentos, tipos }: MovementPanel): PageTable => ({
  caption: 'Entradas e saídas por tipo',
  columns: [
    { header: 'Tipo', format: 'text' },
    { header: 'Movimentações', format: 'count' },
    { header: 'Com salário', format: 'count' },
    { header: 'Mediana', format: 'reais' },
    { header: 'Mediana: de (95\u00a0%)', format: 'reais' },
    { header: 'Mediana: até (95\u00a0%)', format: 'reais' },
    ...ratioColumns,
  ],
  rows: [
    { nome: movementKinds.admissao, ...admissoes, razao: null },
    ...tipos,
    { nome: 'Todos os desligamentos', ...desligamentos },
  ].map((row) => [
    row.nome,
    row.movimentacoes,
    row.registros,
    row.mediana,
    row.mediana_de,
    row.mediana_ate,
    ...ratioCells(row.razao),
  ]),
});

const monthTable = ({ meses }: MovementPanel): PageTable => ({
  caption: 'Salários de quem entra e de quem sai, por mês',
  columns: [
    { header: 'Mês', format: 'month' },
    { header: 'Mediana de quem entra', format: 'reais' },
    { header: 'Mediana de quem sai', format: 'reais' },
    ...ratioColumns,
    { header: 'Saídas a pedido', format: 'share' },
  ],
  rows: meses.map((month) => [
    month.mes,
    month.admissoes.mediana,
    month.desligamentos.mediana,
    ...ratioCells(month.desligamentos.razao),
    month.parte_a_pedido,
  ]),
});

const countTable = ({ meses }: MovementPanel): PageTable => ({
  caption: 'Movimentações por mês',
  columns: [
    { header: 'Mês', format: 'month' },
    ...keysOf(movementKinds).map(
      (kind) => ({ header: movementKinds[kind], format: 'count' }) as const,
    ),
  ],
  rows: meses.map(({ mes, tipos }) => [mes, ...keysOf(movementKinds).map((kind) => tipos[kind])]),
});
