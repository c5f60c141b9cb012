import { apiExamples, exampleAnswers } from './examples.ts';
import {
  fieldParameters,
  formats,
  operation,
  reference,
  type Operation,
} from './openapi-operation.ts';
import { panelPaths } from './panel-paths.ts';

/** The operations of the OpenAPI document. */

const search = (example: string) => ({
  name: 'busca',
  in: 'query',
  required: true,
  schema: { type: 'string', maxLength: 120 },
  example,
});
const receiptId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const list = (name: string) => ({ type: 'array', items: reference(name) });

const question = { schema: reference('Pergunta'), example: apiExamples.question };

const statistics = {
  summary: 'Estatísticas de uma pergunta salarial',
  description: 'Estatísticas, grupos dos painéis e origem dos dados: a mesma resposta da tela.',
  answer: reference('Resposta'),
  answered: exampleAnswers.Resposta,
  hasCompleteness: true,
};

const distribution = {
  summary: 'A distribuição exata',
  description: 'Cada salário distinto e o número de registros com ele.',
  answer: reference('Distribuicao'),
  answered: exampleAnswers.Distribuicao,
  hasCompleteness: true,
};

/** The operation that takes a query as its body. */
const byBody = (shared: Omit<Operation, 'id'>, id: string, summary: string) =>
  operation({ ...shared, id, summary, parameters: formats, body: question });

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
    post: byBody(statistics, 'estatisticasPorCorpo', 'Estatísticas, com a pergunta no corpo'),
  },
  '/api/v1/pesquisa': {
    post: byBody(
      {
        ...statistics,
        description: 'O mesmo que POST /api/v1/estatisticas.',
        deprecated: true,
      },
      'pesquisa',
      'Estatísticas, pelo nome anterior',
    ),
  },
  '/api/v1/distribuicao': {
    get: operation({ ...distribution, id: 'distribuicao', parameters: fieldParameters() }),
    post: byBody(
      distribution,
      'distribuicaoPorCorpo',
      'A distribuição exata, com a pergunta no corpo',
    ),
  },
  ...panelPaths,
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
      isPost: true,
      answer: reference('Conferencia'),
      answered: exampleAnswers.Conferencia,
    }),
  },
} as const;
