import { movements, series } from '../../../shared/codes.ts';
import { formatCount, formatDate, formatMonth } from '../../../shared/format.ts';
import { periodText } from '../../../shared/question-text.ts';
import { fewestForConfidence, fewestForStatistics } from '../../../shared/sample-size.ts';
import type { ReportModel, ReportSelection } from '../model.ts';
import type { DocumentBlock } from './document.ts';

/** How the figures came to be: rule, funnel, formulas, limits, and the files they rest on. */
export function methodBlocks(model: ReportModel): DocumentBlock[] {
  const isComparison = model.selections.length > 1;
  return [
    { kind: 'heading', level: 1, text: 'Como estes números foram calculados' },
    ...model.selections.flatMap((selection) => [
      {
        kind: 'heading',
        level: 2,
        text: isComparison ? `Regra e etapas da seleção ${selection.label}` : 'Regra e etapas',
      } as const,
      ...selectionBlocks(selection),
    ]),
    { kind: 'heading', level: 2, text: 'Percentis, intervalos e amostras pequenas' },
    { kind: 'list', items: formulas },
    { kind: 'heading', level: 2, text: 'Limites dos dados' },
    { kind: 'list', items: model.limits },
    ...releaseBlocks(model),
  ];
}

function selectionBlocks({
  question,
  answer: { method },
  quality,
}: ReportSelection): DocumentBlock[] {
  return [
    {
      kind: 'facts',
      facts: [
        ['Pergunta', [question.subject, ...question.parts].join(' · ')],
        ['Regra', `${method.ruleLabel}. ${method.ruleDescription}`],
        ['Série', series[method.series]],
        ['Movimentação', movements[method.movement]],
        ['Período', method.period === null ? 'sem dados' : periodText(method.period)],
        ['Qualidade', [`${quality.label}.`, ...quality.reasons].join(' ')],
      ],
    },
    {
      kind: 'table',
      caption: 'Etapas do cálculo: das linhas dos arquivos aos registros que contam',
      columns: [
        { header: 'Etapa', isText: true },
        { header: 'Por quê', isText: true },
        { header: 'Retirados', isText: false },
        { header: 'Restam', isText: false },
      ],
      rows: method.funnel.map(({ label, reason, removed, remaining }) => [
        label,
        reason,
        removed === 0 ? '0' : `−${formatCount(removed)}`,
        formatCount(remaining),
      ]),
    },
  ];
}

const formulas = [
  'Percentis e quartis são exatos, por interpolação linear entre registros vizinhos (PERCENTIL.INC: posição (n − 1) · p, a partir do menor), sobre todos os registros, em centavos inteiros. Não há amostragem.',
  'O intervalo de 95\u00a0% da mediana vai de um registro a outro, escolhidos pela distribuição binomial de parâmetro ½: não supõe forma alguma da distribuição. Existe a partir de 6 registros.',
  'A diferença entre as medianas de mulheres e homens tem intervalo de 95\u00a0% por Bonett e Price (2002), quando ele pode ser calculado.',
  'O desvio padrão é o amostral (n − 1).',
  'Valores reais são os nominais corrigidos pelo INPC até o último mês com índice conhecido; sem índice, não há valor real.',
  `Grupos com menos de ${fewestForStatistics} registros mostram só a contagem. Com menos de ${fewestForConfidence}, a amostra é pequena: tome os valores como indício, não como referência.`,
  'Cada painel deixa de fora o filtro da sua própria dimensão, para que o escolhido apareça ao lado do resto.',
];

function releaseBlocks({ release, isSynthetic, syntheticNotice }: ReportModel): DocumentBlock[] {
  const title = { kind: 'heading', level: 2, text: 'Dados usados' } as const;
  if (release === null) {
    return [title, { kind: 'text', tone: 'empty', text: 'Não há dados publicados.' }];
  }
  const number = `Versão ${release.number} dos dados, de ${formatDate(release.publishedAt)}.`;
  return [
    title,
    { kind: 'text', tone: 'lead', text: isSynthetic ? `${number} ${syntheticNotice}.` : number },
    ...(release.files.length === 0
      ? [
          {
            kind: 'text',
            tone: 'empty',
            text: 'A lista dos arquivos desta versão dos dados não foi guardada.',
          } as const,
        ]
      : [fileTable(release.files)]),
  ];
}

type Files = NonNullable<ReportModel['release']>['files'];

function fileTable(files: Files): DocumentBlock {
  return {
    kind: 'table',
    caption:
      'Arquivos desta versão dos dados: com os mesmos arquivos, qualquer um chega aos mesmos números',
    columns: [
      { header: 'Arquivo', isText: true },
      { header: 'Mês', isText: true },
      { header: 'SHA-256 do texto', isText: true, isCode: true },
      { header: 'Linhas lidas', isText: false },
    ],
    rows: files.map((file) => [
      `${file.name} (${file.kind})`,
      formatMonth(file.month),
      hashText(file),
      linesText(file),
    ]),
  };
}

const hashText = ({ sha256, receivedSha256 }: Files[number]) =>
  receivedSha256 === null || receivedSha256 === sha256
    ? (sha256 ?? '—')
    : `${sha256 ?? '—'}\nrecebido: ${receivedSha256}`;

function linesText({ lines, accepted }: Files[number]): string {
  if (lines === null || accepted === null) return '—';
  return accepted === lines
    ? formatCount(lines)
    : `${formatCount(accepted)} de ${formatCount(lines)}`;
}
