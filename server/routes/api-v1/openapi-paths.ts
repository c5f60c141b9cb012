import { apiExamples } from './examples.ts';
import {
  fieldParameters,
  formats,
  operation,
  reference,
  type Method,
  type Operation,
} from './openapi-operation.ts';
import { panelOperations } from './panel-paths.ts';

/** The operations of the OpenAPI document. */

const search = (example: string) => ({
  name: 'busca',
  in: 'query',
  required: true,
  schema: { type: 'string', maxLength: 120 },
  example,
});
const receiptId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const statistics = {
  summary: 'Estatísticas de uma pergunta salarial',
  description: 'Estatísticas, grupos dos painéis e origem dos dados: a mesma resposta da tela.',
  answer: 'Resposta',
  parameters: fieldParameters(),
  hasCompleteness: true,
} as const;

const distribution = {
  summary: 'A distribuição exata',
  description: 'Cada salário distinto e o número de registros com ele.',
  answer: 'Distribuicao',
  parameters: fieldParameters(),
  hasCompleteness: true,
} as const;

/** What changes where the query is the body. */
const byBody = {
  parameters: formats,
  body: { schema: reference('Pergunta'), example: apiExamples.query },
};

/** Each operation by its method and its path below `/api/v1/`. */
const operations: Readonly<Record<`${Method} ${string}`, Operation>> = {
  'get versao': {
    summary: 'Os dados publicados',
    description: 'A versão atual dos dados e os meses que ela contém.',
    answer: 'Versao',
  },
  'get meses': {
    summary: 'Os meses publicados',
    description: 'Os meses com dados: os arquivos de cada um e quanto ele ainda deve variar.',
    parameters: formats,
    answer: 'Meses',
  },
  'get ocupacoes': {
    summary: 'Lista ou procura ocupações',
    description:
      'Com `busca`, até vinte ocupações, pelo nome usado no dia a dia e mesmo com erros de digitação; sem `busca`, todas, por código.',
    parameters: [{ ...search(apiExamples.occupation), required: false }, ...formats],
    answer: 'Ocupacao',
    isList: true,
  },
  'get municipios': {
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
    answer: 'Municipios',
  },
  'get lugares': {
    summary: 'Procura lugares',
    description: 'Regiões, estados e municípios.',
    parameters: [search(apiExamples.place)],
    answer: 'Lugar',
    isList: true,
  },
  'get filtros': {
    summary: 'Os filtros com lista de valores',
    description: 'Cada campo de `filtros` com lista de valores, e os valores aceitos.',
    answer: 'Filtros',
  },
  'get estatisticas': statistics,
  'post estatisticas': {
    ...statistics,
    ...byBody,
    id: 'estatisticasPorCorpo',
    summary: 'Estatísticas, com a pergunta no corpo',
  },
  'post pesquisa': {
    ...statistics,
    ...byBody,
    summary: 'Estatísticas, pelo nome anterior',
    description: 'O mesmo que POST /api/v1/estatisticas.',
    deprecated: true,
  },
  'get distribuicao': distribution,
  'post distribuicao': {
    ...distribution,
    ...byBody,
    id: 'distribuicaoPorCorpo',
    summary: 'A distribuição exata, com a pergunta no corpo',
  },
  ...panelOperations,
  'post comparacao': {
    summary: 'Compara seleções',
    description: 'De duas a cinco seleções, cada uma comparada com a primeira.',
    body: { schema: reference('PerguntaComparada'), example: apiExamples.comparison },
    answer: 'Comparacao',
  },
  'get recibos/{id}': {
    id: 'recibo',
    summary: 'Lê um recibo',
    description: 'A pergunta, os arquivos usados e o resultado.',
    parameters: [receiptId],
    answer: 'Recibo',
  },
  'post recibos/{id}/conferencia': {
    id: 'conferencia',
    summary: 'Confere um recibo',
    description: 'Refaz o cálculo com a versão dos dados do recibo.',
    parameters: [receiptId],
    answer: 'Conferencia',
  },
};

export const apiPaths: Record<string, Partial<Record<Method, ReturnType<typeof operation>>>> = {};
for (const [name, described] of Object.entries(operations)) {
  const method = name.startsWith('get ') ? 'get' : 'post';
  const path = name.slice(`${method} `.length);
  (apiPaths[`/api/v1/${path}`] ??= {})[method] = operation(method, path, described);
}
