import { expect, test } from 'vitest';
import { curlOf, guideSections, type ApiOperation } from './api-document.ts';

const operation = (own: Partial<ApiOperation>): ApiOperation => ({
  operationId: 'x',
  summary: '',
  description: '',
  deprecated: false,
  parameters: [],
  responses: {},
  ...own,
});

test('the description has sections', () => {
  expect(guideSections('## A chave\n\nEla abre.\n\n## Os erros\n\nSão ditos.')).toEqual([
    { title: 'A chave', text: 'Ela abre.' },
    { title: 'Os erros', text: 'São ditos.' },
  ]);
});

test('a call is a line for the shell, with the example', () => {
  const text = { name: 'busca', in: 'query', required: true, schema: {}, example: 'São Paulo' };
  expect(curlOf('https://caged', 'get', '/api/v1/lugares', operation({ parameters: [text] }))).toBe(
    'curl -H "Authorization: Bearer $CHAVE" \\\n  "https://caged/api/v1/lugares?busca=S%C3%A3o+Paulo"',
  );
  const requestBody = { content: { 'application/json': { example: { filtros: { uf: 'SP' } } } } };
  expect(curlOf('', 'post', '/p', operation({ requestBody }))).toBe(
    `curl -H "Authorization: Bearer $CHAVE" \\\n  -H "Content-Type: application/json" \\\n  -d '{"filtros":{"uf":"SP"}}' \\\n  "/p"`,
  );
  expect(curlOf('', 'post', '/p', operation({}))).toContain('-X POST');
});
