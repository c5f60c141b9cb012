import { apiFormats, decimalMarks } from '../../../shared/contracts/api-queries.ts';
import { apiExamples, exampleAnswers } from './examples.ts';
import { panelExamples } from './panel-examples.ts';
import { filtersShape } from './filters.ts';

/** The operations of the OpenAPI document. */

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});
const problem = {
  description: 'Por que o pedido não foi atendido.',
  content: { 'application/problem+json': { schema: reference('Problema') } },
};

const rateLimitHeaders = {
  RateLimit: {
    description: 'Pedidos que restam e segundos até o limite se renovar.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'Pedidos por janela.', schema: { type: 'string' } },
};

const completenessHeaders = {
  'X-Completude': {
    description:
      'A situação de `metadados.completude`, com os meses sem MOV: `completa`, ou `parcial; sem_mov=202306`.',
    schema: { type: 'string' },
  },
};

const comeBackHeaders = {
  'Retry-After': {
    description: 'Segundos até repetir o pedido; a posição na fila fica reservada.',
    schema: { type: 'integer', minimum: 1 },
  },
};

interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: object;
  /** A response to the example, with truncated lists. */
  readonly answered: unknown;
  readonly parameters?: readonly object[];
  readonly body?: { readonly schema: object; readonly example: unknown };
  /** Whether CSV and Parquet are available too. */
  readonly hasFormats?: boolean;
  /** Whether the response states the completeness of its months in a header too. */
  readonly hasCompleteness?: boolean;
  /** An earlier name of another address. */
  readonly deprecated?: boolean;
}

const search = (example: string) => ({
  name: 'busca',
  in: 'query',
  required: true,
  schema: { type: 'string', maxLength: 120 },
  example,
});
const formats = [
  {
    name: 'formato',
    in: 'query',
    description: 'Sem este campo, vale o cabeçalho Accept; sem os dois, JSON.',
    schema: { type: 'string', enum: apiFormats },
  },
  {
    name: 'decimal',
    in: 'query',
    description:
      'Só no CSV. Com virgula, as células são separadas por ponto e vírgula; com ponto, por vírgula.',
    schema: { type: 'string', enum: decimalMarks, default: 'virgula' },
  },
];

/** The fields of a query as parameters of an address, with the values of the example. */
const fieldParameters = (own: readonly object[] = formats) => {
  const values: Readonly<Record<string, string>> = apiExamples.question.filtros;
  return [
    ...Object.entries(filtersShape().properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      description,
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
      schema,
      ...(values[name] !== undefined && { example: values[name] }),
    })),
    { name: 'versao', in: 'query', schema: versionShape() },
    ...own,
  ];
};
const receiptId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

function operation({
  id,
  summary,
  description,
  answer,
  answered,
  parameters = [],
  body,
  ...rest
}: Operation) {
  const binary = { schema: { type: 'string', contentEncoding: 'binary' } };
  return {
    operationId: id,
    summary,
    description,
    tags: ['API v1'],
    ...(rest.deprecated === true && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: json(body.schema, body.example) },
    }),
    responses: {
      200: {
        description: 'A resposta.',
        headers: {
          ...rateLimitHeaders,
          ...(rest.hasCompleteness === true && completenessHeaders),
        },
        content: {
          ...json(answer, answered),
          ...(rest.hasFormats === true && {
            'text/csv': { schema: { type: 'string' } },
            'application/vnd.apache.parquet': binary,
          }),
        },
      },
      '4XX': problem,
      '503': { ...problem, headers: comeBackHeaders },
      '5XX': problem,
    },
  };
}

const list = (name: string) => ({ type: 'array', items: reference(name) });

const question = { schema: reference('Pergunta'), example: apiExamples.question };

const statistics = {
  summary: 'Estatísticas de uma pergunta salarial',
  description: 'Estatísticas, grupos dos painéis e origem dos dados: a mesma resposta da tela.',
  answer: reference('Resposta'),
  answered: exampleAnswers.Resposta,
  hasFormats: true,
  hasCompleteness: true,
};

const distribution = {
  summary: 'A distribuição exata',
  description: 'Cada salário distinto e o número de registros com ele.',
  answer: reference('Distribuicao'),
  answered: exampleAnswers.Distribuicao,
  hasFormats: true,
  hasCompleteness: true,
};

export const apiPaths = {
  '/api/v1/versao': {
    get: operation({
      id: 'versao',
      summary: 'Os dados publicados',
      description: 'A versão atual dos dados e os meses que ela contém.',
      answer: reference('Versao'),
      answered: exampleAnswers.Versao,
    }),
  },
  '/api/v1/meses': {
    get: operation({
      id: 'meses',
      summary: 'Os meses publicados',
      description:
        'Cada mês com dados, os arquivos de que ele é feito e quanto ele ainda deve mudar.',
      parameters: formats,
      answer: reference('Meses'),
      answered: exampleAnswers.Meses,
      hasFormats: true,
    }),
  },
  '/api/v1/ocupacoes': {
    get: operation({
      id: 'ocupacoes',
      summary: 'Lista ou procura ocupações',
      description:
        'Com `busca`, até vinte ocupações, pelo nome usado no dia a dia e mesmo com erros de digitação; sem `busca`, todas, por código.',
      parameters: [{ ...search(apiExamples.occupation), required: false }, ...formats],
      answer: list('Ocupacao'),
      answered: exampleAnswers.Ocupacao,
      hasFormats: true,
    }),
  },
  '/api/v1/municipios': {
    get: operation({
      id: 'municipios',
      summary: 'Lista municípios',
      description: 'Todos, ou os de um estado, com o código para usar em `municipios`.',
      parameters: [
        {
          name: 'uf',
          in: 'query',
          description: 'Sigla do estado.',
          schema: { type: 'string', pattern: '^[A-Za-z]{2}$' },
          example: apiExamples.state,
        },
        ...formats,
      ],
      answer: reference('Municipios'),
      answered: exampleAnswers.Municipios,
      hasFormats: true,
    }),
  },
  '/api/v1/lugares': {
    get: operation({
      id: 'lugares',
      summary: 'Procura lugares',
      description: 'Regiões, estados e municípios.',
      parameters: [search(apiExamples.place)],
      answer: list('Lugar'),
      answered: exampleAnswers.Lugar,
    }),
  },
  '/api/v1/filtros': {
    get: operation({
      id: 'filtros',
      summary: 'Os filtros com lista de valores',
      description: 'Cada campo de `filtros` com lista de valores, e os valores aceitos.',
      answer: reference('Filtros'),
      answered: exampleAnswers.Filtros,
    }),
  },
  '/api/v1/estatisticas': {
    get: operation({ ...statistics, id: 'estatisticas', parameters: fieldParameters() }),
    post: operation({
      ...statistics,
      id: 'estatisticasPorCorpo',
      summary: 'Estatísticas, com a pergunta no corpo',
      parameters: formats,
      body: question,
    }),
  },
  '/api/v1/pesquisa': {
    post: operation({
      ...statistics,
      id: 'pesquisa',
      summary: 'Estatísticas, pelo nome anterior',
      description: 'O mesmo que POST /api/v1/estatisticas.',
      parameters: formats,
      body: question,
      deprecated: true,
    }),
  },
  '/api/v1/distribuicao': {
    get: operation({ ...distribution, id: 'distribuicao', parameters: fieldParameters() }),
    post: operation({
      ...distribution,
      id: 'distribuicaoPorCorpo',
      summary: 'A distribuição exata, com a pergunta no corpo',
      parameters: formats,
      body: question,
    }),
  },
  '/api/v1/pisos-e-concentracoes': {
    get: operation({
      id: 'pisosEConcentracoes',
      summary: 'Pisos e concentrações',
      description:
        'Os valores exatos em que os salários se concentram, além do que o acaso e o arredondamento explicam.',
      parameters: fieldParameters([]),
      answer: reference('PisosEConcentracoes'),
      answered: panelExamples.PisosEConcentracoes,
    }),
  },
  '/api/v1/salario-ou-composicao': {
    get: operation({
      id: 'salarioOuComposicao',
      summary: 'Salário ou composição',
      description:
        'A mudança da média em um ano, do último mês da pergunta, separada em salário e mistura de registros (Kitagawa, 1955).',
      parameters: fieldParameters([]),
      answer: reference('SalarioOuComposicao'),
      answered: panelExamples.SalarioOuComposicao,
    }),
  },
  '/api/v1/entradas-e-saidas': {
    get: operation({
      id: 'entradasESaidas',
      summary: 'Entradas e saídas',
      description:
        'Quem entra comparado com quem sai, por tipo de desligamento e por mês, seja qual for `movimentacao`.',
      parameters: fieldParameters([]),
      answer: reference('EntradasESaidas'),
      answered: panelExamples.EntradasESaidas,
    }),
  },
  '/api/v1/comparacao': {
    post: operation({
      id: 'comparacao',
      summary: 'Compara seleções',
      description: 'De duas a cinco seleções, cada uma comparada com a primeira.',
      body: { schema: reference('PerguntaComparada'), example: apiExamples.comparison },
      answer: reference('Comparacao'),
      answered: exampleAnswers.Comparacao,
    }),
  },
  '/api/v1/recibos/{id}': {
    get: operation({
      id: 'recibo',
      summary: 'Lê um recibo',
      description: 'A pergunta, os arquivos usados e o resultado.',
      parameters: [receiptId],
      answer: reference('Recibo'),
      answered: exampleAnswers.Recibo,
    }),
  },
  '/api/v1/recibos/{id}/conferencia': {
    post: operation({
      id: 'conferencia',
      summary: 'Confere um recibo',
      description: 'Refaz o cálculo com a versão dos dados do recibo.',
      parameters: [receiptId],
      answer: reference('Conferencia'),
      answered: exampleAnswers.Conferencia,
    }),
  },
} as const;

export function versionShape() {
  return { type: 'integer', minimum: 1, description: 'A versão dos dados; sem ela, a atual.' };
}
