import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiAnswer, exampleSite } from '../../shared/contracts/api-v1.ts';
import { recipes } from '../../server/routes/api-v1/recipes.ts';
import { openResearch, type Research } from '../support/research.ts';

/** The recipes of the API page, run as they are, with a real address and key. */

const run = promisify(execFile);
const isHere = async (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );
const hasPython = await isHere('python3');
const hasR = await isHere('Rscript');
const where = (has: boolean) => (has ? '' : ' (not on this machine)');

let research: Research;
let address: string;
let key: string;
let folder: string;
beforeAll(async () => {
  research = await openResearch({});
  // By hand: the middle value of five.
  await research.publish(['1500,00', '1600,00', '1700,50', '1800,00', '1900,00']);
  key = await research.apiKey();
  address = await research.served.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'caged-recipes-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await research.close();
});

const textOf = (name: (typeof recipes)[number]['nome']) =>
  (recipes.find(({ nome }) => nome === name)?.texto ?? '')
    .replaceAll(exampleSite, address)
    .replaceAll('caged_…', key);
const printed = async (program: string, args: readonly string[]) => {
  const env = { ...process.env, CHAVE: key };
  return (await run(program, args, { env, cwd: folder })).stdout;
};

test('the three lines for the terminal answer and write a spreadsheet', async () => {
  expect(textOf('curl').split('\n')).toHaveLength(3);
  const json = await printed('sh', ['-c', `${textOf('curl')} && cat salarios.csv`]);
  const [answer = '', csv = ''] = json.split('\uFEFF');
  expect(ApiAnswer.parse(JSON.parse(answer)).estatisticas.mediana).toBe(1700.5);
  expect(csv.split('\r\n')[1]).toContain('"5";"1,0000";"1700,10"');
});

test(`the recipe in Python prints the count and the median${where(hasPython)}`, async () => {
  if (!hasPython) return;
  expect(await printed('python3', ['-c', textOf('python')])).toBe('5 1700.50\n');
});

test(`the recipe in R prints the same${where(hasR)}`, async () => {
  if (!hasR) return;
  expect(await printed('Rscript', ['-e', textOf('r')])).toBe('5 1700.50 \n');
});

test('the recipe for DuckDB reads the downloaded file', async () => {
  const [download = '', query = ''] = textOf('duckdb').split('\n');
  await printed('sh', ['-c', download]);
  const sql = /^duckdb -c "(.+)"$/.exec(query)?.[1] ?? '';
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`set file_search_path = '${folder}'`);
  const read = await connection.runAndReadAll(sql);
  expect(read.getRowsJson()).toEqual([['Todos os registros da pergunta', '5', 1700.5]]);
  connection.closeSync();
});

/** Power Query runs in Excel only: its request is sent as the text states it, and its columns and marks are checked. */
test('the recipe for Power Query names what the API answers', async () => {
  const text = textOf('power-query');
  const one = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  const fields = one(/Query = \[(.+)\]/).matchAll(/(\w+) = "([^"]+)"/g);
  const query = new URLSearchParams([...fields].map(([, name = '', value = '']) => [name, value]));
  const token = `${one(/Authorization = "(Bearer )" & Chave/)}${one(/Chave = "([^"]+)"/)}`;
  const answer = await fetch(
    `${one(/Web\.Contents\("([^"]+)"/)}/${one(/RelativePath = "([^"]+)"/)}?${query}`,
    {
      headers: { authorization: token },
    },
  );
  const delimiter = one(/Delimiter = "(.)"/);
  const [header = '', whole = ''] = (await answer.text()).split('\r\n');
  const cell = new Map(
    header
      .split(delimiter)
      .map((name, index) => [
        name.replaceAll(/["\uFEFF]/g, ''),
        whole.split(delimiter)[index]?.replaceAll('"', ''),
      ]),
  );
  const typed = [
    ...text.matchAll(/\{"(\w+)", [\w.]+Type\}|\{"(\w+)", (Int64|Percentage|Currency)\.Type\}/g),
  ];
  expect(typed.map(([, first, second]) => cell.get(first ?? second ?? ''))).toEqual([
    '5',
    '1,0000',
    '1700,50',
  ]);
  // The culture that the text states: decimal commas.
  expect(text).toContain('"pt-BR")');
});
