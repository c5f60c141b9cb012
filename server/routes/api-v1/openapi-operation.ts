import { apiFormats, decimalMarks } from '../../../shared/contracts/api-queries.ts';
import { apiExamples, exampleAnswers } from './examples.ts';
import { filtersShape } from './filters.ts';
import { panelExamples } from './panel-examples.ts';

/** What the operations of the OpenAPI document are made of. */

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});
const problem = {
  description: 'Por que o pedido não foi atendido.',
  content: { 'application/problem+json': { schema: reference('Problema') } },
};

const textHeader = (description: string) => ({ description, schema: { type: 'string' } });

const rateLimitHeaders = {
  RateLimit: textHeader('Pedidos que restam e segundos até o limite se renovar.'),
  'RateLimit-Policy': textHeader('Pedidos por janela.'),
};

const completenessHeaders = {
  'X-Completude': textHeader(
    'A situação de `metadados.completude`, com os meses sem MOV: `completa`, ou `parcial; sem_mov=202306`.',
  ),
};

/** The tag of a response to GET (`tagResponses`). */
const tagHeaders = {
  ETag: textHeader('Envie este valor em `If-None-Match` para receber 304 se a resposta não mudou.'),
};

const comeBackHeaders = {
  'Retry-After': {
    description: 'Segundos até repetir o pedido; a posição na fila fica reservada.',
    schema: { type: 'integer', minimum: 1 },
  },
};

/** The responses to the examples, with truncated lists. */
const responses = { ...exampleAnswers, ...panelExamples };

export type Method = 'get' | 'post';

export interface Operation {
  /** Absent where it is the path. */
  readonly id?: string;
  readonly summary: string;
  readonly description: string;
  /** The name of the response's schema, and of the response to the example. */
  readonly answer: keyof typeof responses;
  /** Whether the response is a list of `answer`. */
  readonly isList?: boolean;
  /** With those of `formats` where CSV and Parquet are available too. */
  readonly parameters?: readonly Readonly<Record<string, unknown>>[];
  readonly body?: { readonly schema: object; readonly example: unknown };
  /** Whether the response states the completeness of its months in a header too. */
  readonly hasCompleteness?: boolean;
  /** An earlier name of another address. */
  readonly deprecated?: boolean;
}

/** The parameters of an address that has CSV and Parquet. */
export const formats = [
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
      'Só no CSV. Com `virgula`, as células são separadas por ponto e vírgula; com `ponto`, por vírgula.',
    schema: { type: 'string', enum: decimalMarks, default: 'virgula' },
  },
];

/** The fields of a query as parameters of an address, with the values of the example. */
export const fieldParameters = (own: typeof formats = formats) => {
  const values: Readonly<Record<string, string>> = apiExamples.query.filtros;
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

export function operation(
  method: Method,
  path: string,
  { id = path, summary, description, answer, parameters = [], body, ...rest }: Operation,
) {
  const isGet = method === 'get';
  const shape = reference(answer);
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
          ...(isGet && tagHeaders),
          ...(rest.hasCompleteness === true && completenessHeaders),
        },
        content: {
          ...json(
            rest.isList === true ? { type: 'array', items: shape } : shape,
            responses[answer],
          ),
          ...(parameters.some(({ name }) => name === 'formato') && {
            'text/csv': { schema: { type: 'string' } },
            'application/vnd.apache.parquet': binary,
          }),
        },
      },
      ...(isGet && {
        304: {
          description: 'A resposta não mudou desde a que tem este `ETag`.',
          headers: { ...rateLimitHeaders, ...tagHeaders },
          content: {},
        },
      }),
      '4XX': problem,
      '503': { ...problem, headers: comeBackHeaders },
      '5XX': problem,
    },
  };
}

export function versionShape() {
  return { type: 'integer', minimum: 1, description: 'A versão dos dados; sem ela, a atual.' };
}
