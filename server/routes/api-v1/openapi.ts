import { z } from 'zod';
import {
  ApiAnswer,
  ApiComparison,
  ApiDistribution,
  apiFormats,
  ApiFilters,
  ApiProblem,
  ApiReceipt,
  ApiReceiptCheck,
  ApiVersion,
} from '../../../shared/contracts/api-v1.ts';
import { OccupationItem, PlaceItem } from '../../../shared/contracts/reference.ts';
import { version } from '../../platform/version.ts';
import { exampleAnswers } from './examples.ts';
import { apiExamples } from './examples.ts';
import { filtersShape } from './filters.ts';
import { apiGuide } from './guide.ts';

/** OpenAPI 3.1, whose schemas are JSON Schema 2020-12: the same schemas validate requests and responses. */

const shapeOf = (schema: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return shape;
};

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});
const problem = {
  description: 'O pedido não foi atendido, e por quê.',
  content: { 'application/problem+json': { schema: reference('Problema') } },
};

const rateLimitHeaders = {
  RateLimit: {
    description: 'Pedidos que restam e segundos até voltarem.',
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
    description: 'Segundos até perguntar de novo; o que espera a sua vez guarda o lugar.',
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
}

const search = (example: string) => ({
  name: 'busca',
  in: 'query',
  required: true,
  schema: { type: 'string', maxLength: 120 },
  example,
});
const format = {
  name: 'formato',
  in: 'query',
  schema: { type: 'string', enum: apiFormats, default: 'json' },
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
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: json(body.schema, body.example) },
    }),
    responses: {
      200: {
        description: 'A resposta.',
        headers:
          rest.hasFormats === true
            ? { ...rateLimitHeaders, ...completenessHeaders }
            : rateLimitHeaders,
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

export const openApiDocument = {
  openapi: '3.1.1',
  info: {
    title: 'CAGED Analytics',
    version,
    summary: 'Perguntas salariais respondidas com exatidão a partir do Novo CAGED.',
    description: apiGuide,
    license: {
      name: 'Uso conforme os termos do serviço',
      url: 'https://www.gov.br/trabalho-e-emprego',
    },
  },
  servers: [{ url: '/' }],
  security: [{ chave: [] }],
  tags: [{ name: 'API v1', description: 'Tudo o que uma chave lê.' }],
  paths: {
    '/api/v1/versao': {
      get: operation({
        id: 'versao',
        summary: 'Os dados publicados',
        description: 'Qual versão dos dados responde agora e de que meses ela é.',
        answer: reference('Versao'),
        answered: exampleAnswers.Versao,
      }),
    },
    '/api/v1/ocupacoes': {
      get: operation({
        id: 'ocupacoes',
        summary: 'Procura ocupações',
        description: 'Pelo nome que as pessoas usam, com erros de digitação.',
        parameters: [search(apiExamples.occupation)],
        answer: list('Ocupacao'),
        answered: exampleAnswers.Ocupacao,
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
        summary: 'Os filtros que têm lista',
        description: 'Cada campo de `filtros` que escolhe de uma lista, com seus valores.',
        answer: reference('Filtros'),
        answered: exampleAnswers.Filtros,
      }),
    },
    '/api/v1/pesquisa': {
      post: operation({
        id: 'pesquisa',
        summary: 'Responde uma pergunta salarial',
        description:
          'Estatísticas, grupos dos painéis e de onde tudo veio, a mesma resposta da tela.',
        parameters: [format],
        body: { schema: reference('Pergunta'), example: apiExamples.question },
        answer: reference('Resposta'),
        answered: exampleAnswers.Resposta,
        hasFormats: true,
      }),
    },
    '/api/v1/distribuicao': {
      post: operation({
        id: 'distribuicao',
        summary: 'A distribuição exata',
        description: 'Cada salário distinto e quantos registros o têm.',
        parameters: [format],
        body: { schema: reference('Pergunta'), example: apiExamples.question },
        answer: reference('Distribuicao'),
        answered: exampleAnswers.Distribuicao,
        hasFormats: true,
      }),
    },
    '/api/v1/comparacao': {
      post: operation({
        id: 'comparacao',
        summary: 'Compara seleções',
        description: 'De duas a cinco seleções, cada uma contra a primeira.',
        body: { schema: reference('PerguntaComparada'), example: apiExamples.comparison },
        answer: reference('Comparacao'),
        answered: exampleAnswers.Comparacao,
      }),
    },
    '/api/v1/recibos/{id}': {
      get: operation({
        id: 'recibo',
        summary: 'Lê um recibo',
        description: 'O que foi perguntado, sobre quais arquivos e o que saiu.',
        parameters: [receiptId],
        answer: reference('Recibo'),
        answered: exampleAnswers.Recibo,
      }),
    },
    '/api/v1/recibos/{id}/conferencia': {
      post: operation({
        id: 'conferencia',
        summary: 'Confere um recibo',
        description: 'Calcula de novo, na versão dos dados do recibo.',
        parameters: [receiptId],
        answer: reference('Conferencia'),
        answered: exampleAnswers.Conferencia,
      }),
    },
  },
  components: {
    securitySchemes: {
      chave: {
        type: 'http',
        scheme: 'bearer',
        description: 'A chave que um administrador criou para a empresa; começa por caged_.',
      },
    },
    schemas: {
      CamposDaPergunta: filtersShape(),
      Pergunta: {
        type: 'object',
        additionalProperties: false,
        required: ['filtros'],
        properties: { filtros: reference('CamposDaPergunta'), versao: versionShape() },
      },
      PerguntaComparada: {
        type: 'object',
        additionalProperties: false,
        required: ['selecoes'],
        properties: {
          selecoes: {
            type: 'array',
            minItems: 2,
            maxItems: 5,
            items: reference('CamposDaPergunta'),
          },
          versao: versionShape(),
        },
      },
      Versao: shapeOf(ApiVersion),
      Ocupacao: shapeOf(OccupationItem),
      Lugar: shapeOf(PlaceItem),
      Filtros: shapeOf(ApiFilters),
      Resposta: shapeOf(ApiAnswer),
      Distribuicao: shapeOf(ApiDistribution),
      Comparacao: shapeOf(ApiComparison),
      Recibo: shapeOf(ApiReceipt),
      Conferencia: shapeOf(ApiReceiptCheck),
      Problema: shapeOf(ApiProblem),
    },
  },
} as const;

function versionShape() {
  return { type: 'integer', minimum: 1, description: 'A versão dos dados; sem ela, a atual.' };
}
