import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CagedApi, CagedApiError } from '../../examples/typescript/caged-api.ts';
import { apiPaths } from '../../server/routes/api-v1/openapi-paths.ts';
import { apiTypes } from '../support/api-types.ts';
import { openResearch, type Research } from '../support/research.ts';

const run = promisify(execFile);
const examples = join(import.meta.dirname, '../../examples');
const isHere = async (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  );
const hasPython = await isHere('python3', '--version');
const hasR = await isHere('Rscript', '-e', 'library(httr2)');
const where = (has: boolean) => (has ? '' : ' (not on this machine)');

let research: Research;
let address: string;
let key: string;
beforeAll(async () => {
  research = await openResearch({});
  // By hand: the middle value of five.
  await research.publish(['1500,00', '1600,00', '1700,00', '1800,00', '1900,00']);
  key = await research.apiKey();
  address = await research.served.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => research.close());

const printed = async (program: string, path: string) => {
  const env = { ...process.env, CAGED_ENDERECO: address, CAGED_CHAVE: key };
  const { stdout } = await run(program, [join(examples, path)], { env });
  return stdout.trim().split('\n');
};
const expected = [
  expect.stringMatching(/^521110 - Vendedor de comércio varejista · SP · jul\/2023/),
  'mediana R$ 1700.00, n = 5',
  expect.stringMatching(/^recibo [\w-]{22}$/),
];

test('the types of the client are those of the document: node tests/support/write-api-types.ts', async () => {
  const path = join(examples, 'typescript/api-types.ts');
  expect(readFileSync(path, 'utf8')).toBe(await apiTypes());
});

test('the example in TypeScript prints what the API answers', async () => {
  expect(await printed(process.execPath, 'typescript/exemplo.ts')).toEqual(expected);
});

test('the typed client makes every call, and says what was refused', async () => {
  const api = new CagedApi(address, key);
  const filtros = { cbo: '521110' };
  expect(await api.versao()).toMatchObject({ numero: 1, ultimo_mes: '202307' });
  expect((await api.filtros()).map(({ campo }) => campo)).toContain('genero');
  expect((await api.lugares('São Paulo'))[0]?.uf).toBe('SP');
  expect(await api.municipios('SP')).toHaveLength(645);
  expect((await api.ocupacoes()).length).toBeGreaterThan(2000);
  expect(await api.meses()).toEqual([
    { mes: '202307', arquivos: ['MOV'], muda_de: null, muda_ate: null },
  ]);
  const { metadados } = await api.estatisticas({ filtros });
  expect((await api.distribuicao({ filtros })).distribuicao).toHaveLength(5);
  const compared = await api.comparacao({ selecoes: [filtros, { ...filtros, uf: 'SP' }] });
  expect(compared.selecoes.map(({ estatisticas }) => estatisticas.mediana)).toEqual([1700, 1700]);
  const list = { filtros: { cbos: ['521110', '411010'] }, versao: 1 };
  for (const panel of [api.pisosEConcentracoes, api.salarioOuComposicao, api.entradasESaidas]) {
    expect((await panel(list)).metadados.filtros).toMatchObject(list.filtros);
  }
  // A method for each address; one address is the earlier name of another.
  expect(Object.keys(api)).toHaveLength(Object.keys(apiPaths).length - 1);
  const receipt = metadados.recibo ?? '';
  expect((await api.recibo(receipt)).estatisticas.mediana).toBe(1700);
  expect((await api.conferencia(receipt)).resultado).toBe('confere');
  const refused = await api
    .estatisticas({ filtros: { uf: 'XX' } })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CagedApiError);
  expect(refused).toMatchObject({ problema: { status: 400, campo: 'uf' } });
});

test(`the example in Python prints the same${where(hasPython)}`, async () => {
  if (!hasPython) return;
  expect(await printed('python3', 'python/caged.py')).toEqual(expected);
});

test(`the example in R prints the same${where(hasR)}`, async () => {
  if (!hasR) return;
  expect(await printed('Rscript', 'r/caged.R')).toEqual(expected);
});
