import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  apiFieldName,
  ApiAddressQuery,
  ApiComparisonQuery,
  ApiQuery,
} from '../../../shared/contracts/api-queries.ts';
import { fieldNames } from '../../../shared/filters/catalogue.ts';
import { minForSensitive, minForStatistics } from '../../../shared/statistics/design-effect.ts';
import { apiExamples } from './examples.ts';
import { filtersShape, fieldExample } from './filters.ts';
import { openApiDocument } from './openapi.ts';

const source = JSON.stringify(openApiDocument);

test('a linter finds nothing in the document', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const found = await lintFromString({ source, config });
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  const broken = source.replace('"operationId":"versao"', '"operationId":"pesquisa"');
  const [first] = await lintFromString({ source: broken, config });
  expect(first?.ruleId).toBe('operation-operationId-unique');
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'api', ...openApiDocument });
const isShown = (name: string, value: unknown) =>
  ajv.validate({ $ref: `api#/components/schemas/${name}` }, value);

test('every field of a query is shown with a type and a value that the server accepts', () => {
  const { properties } = filtersShape();
  expect(Object.keys(properties)).toEqual(fieldNames.map(apiFieldName));
  for (const field of fieldNames) {
    const name = apiFieldName(field);
    expect(name).toMatch(/^[a-z_]+$/);
    const filtros = { [name]: fieldExample(field).example };
    expect([name, properties[name]]).toEqual([
      name,
      expect.objectContaining({
        type: expect.any(String),
        description: expect.stringMatching(/.\.$/),
      }),
    ]);
    expect([name, isShown('Pergunta', { filtros })]).toEqual([name, true]);
    expect(ApiQuery.parse({ filtros }).filtros).toHaveProperty(field);
    const inAddress = { [name]: [fieldExample(field).example].flat().join(',') };
    expect(ApiAddressQuery.parse(inAddress).filtros).toEqual(ApiQuery.parse({ filtros }).filtros);
  }
});

test('what the server refuses, the document does not show either', () => {
  const wrong = [
    { genero: 'X' },
    { uf: 'São Paulo' },
    { regiao: '8' },
    { periodo_inicio: '202313' },
    { cbos: '521110' },
    { cbos: Array.from({ length: 21 }, (_, index) => String(521_100 + index)) },
    { salario_min: -1 },
    { ocupacao: '521110' },
  ];
  for (const filtros of wrong) {
    expect([filtros, isShown('Pergunta', { filtros })]).toEqual([filtros, false]);
    expect([filtros, ApiQuery.safeParse({ filtros }).success]).toEqual([filtros, false]);
  }
  expect(isShown('Pergunta', apiExamples.query)).toBe(true);
  expect(isShown('PerguntaComparada', apiExamples.comparison)).toBe(true);
  const one = { selecoes: [{}] };
  expect([isShown('PerguntaComparada', one), ApiComparisonQuery.safeParse(one).success]).toEqual([
    false,
    false,
  ]);
});

test('requests are strict, and responses open for fields of later versions', () => {
  const { schemas } = openApiDocument.components;
  const closed = Object.entries(schemas).flatMap(([name, shape]) =>
    JSON.stringify(shape).includes('"additionalProperties":false') ? [name] : [],
  );
  expect(closed).toEqual(['CamposDaPergunta', 'Pergunta', 'PerguntaComparada']);
});

const Tagged = z.object({ headers: z.looseObject({ ETag: z.object({}) }) });

// `tagResponses` tags the responses to GET alone (RFC 9110, 13.1.2).
test('every GET has a tag and the response to an unchanged one, and no POST has', () => {
  for (const [path, methods] of Object.entries(openApiDocument.paths))
    for (const [method, { responses }] of Object.entries(methods)) {
      const found = new Map<string, unknown>(Object.entries(responses));
      const tagged = ['200', '304'].map((status) => Tagged.safeParse(found.get(status)).success);
      const isGet = method === 'get';
      expect([path, method, ...tagged]).toEqual([path, method, isGet, isGet]);
    }
});

test('the guide names the code of each refusal of a query', () => {
  for (const code of ['salary_bound_refused', 'search_too_heavy', 'too_many_searches'])
    expect(openApiDocument.info.description).toContain(`\`${code}\``);
});

// The rule that `suppressed-cells.test.ts` tests: a group of thirty protects by its mean, one of twenty-nine by all.
test('the guide states what a group that protects another one loses', () => {
  expect(openApiDocument.info.description).toContain(
    'outro grupo perde a média (`media` nula) ou, se tem menos de 30 registros ou quase todos os do total, todos os valores (`omitido`).',
  );
});

test('the guide states the minimum of each kind of query', () => {
  const minimum = `Com menos de ${minForStatistics} registros (${minForSensitive} com raça/cor ou deficiência nos filtros), a resposta traz só a contagem`;
  expect(openApiDocument.info.description).toContain(minimum);
});
