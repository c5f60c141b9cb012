import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import { hasPython, run, withPython } from '../../../tests/support/extracted-laudo.ts';
import {
  officialColumns,
  officialText,
  type LineFields,
} from '../../../tests/support/official-file.ts';
import { fileKinds, type FileKind } from '../../../shared/contracts/uploads.ts';
import { sha256 } from '../../platform/digest.ts';

/** The rules of both scripts, line by line, without the product: each line either counts or does not. */

type Texts = Readonly<Partial<Record<FileKind, readonly LineFields[]>>>;

/** The figures that each of both scripts computes. */
async function counted(selection: object, texts: Texts, minimumCentavos = 132_000) {
  const folder = await mkdtemp(join(tmpdir(), 'caged-package-'));
  const files = fileKinds.flatMap((kind) => {
    const lines = texts[kind];
    if (lines === undefined) return [];
    return { kind, name: `CAGED${kind}202307.txt`, text: officialText(kind, lines) };
  });
  for (const { name, text } of files) await writeFile(join(folder, name), text);
  for (const name of ['recalcular.py', 'recalcular.sql'])
    await copyFile(new URL(`package/${name}`, import.meta.url), join(folder, name));
  const period = { de: '202307', ate: '202307' };
  const usual = { periodo: period, movimentacao: 'todas', metodo: 'bruto', serie: 'ajustada' };
  const query = {
    emPalavras: '',
    selecao: { ...usual, ...selection },
    salarioMinimo: [{ mes: '202307', centavos: minimumCentavos }],
    resultado: {},
    correcao: null,
  };
  const list = files.map(({ kind, name, text }) => {
    const digest = sha256(text);
    const known = { sha256Recebido: digest, sha256Texto: digest };
    return { tipo: kind, mes: '202307', nome: name, ...known, usado: true };
  });
  await writeFile(join(folder, 'pergunta.json'), JSON.stringify(query));
  const listed = { colunasDeAlgunsMeses: [], arquivos: list };
  await writeFile(join(folder, 'arquivos.json'), JSON.stringify(listed));
  const results = [await byDuckDb(folder), ...(hasPython ? [await byPython(folder)] : [])];
  await rm(folder, { recursive: true });
  return results;
}

/** The results by the scripts' names, in centavos except the number of records. */
type Figures = Readonly<Record<string, number | null>>;

async function byDuckDb(folder: string): Promise<Figures> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`set variable pasta = '${folder}'`);
  const reader = await connection.runAndReadAll(
    await readFile(join(folder, 'recalcular.sql'), 'utf8'),
  );
  const rows = reader.getRowObjectsJson();
  return Object.fromEntries(
    rows.map(({ nome, recalculado }) => [
      typeof nome === 'string' ? nome : '',
      Number(recalculado),
    ]),
  );
}

async function byPython(folder: string): Promise<Figures> {
  const done = await run('python3', ['recalcular.py', '.', '--json'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  const { numeros }: { numeros: { nome: string; recalculado: number | null }[] } = JSON.parse(
    done.stdout,
  );
  return Object.fromEntries(numeros.map(({ nome, recalculado }) => [nome, recalculado]));
}

/** Lines by whether they count. Those without a salary of their own have distinct ones, so that the mean distinguishes them. */
async function expectCounted(
  selection: object,
  yes: LineFields[],
  no: LineFields[],
  minimumCentavos?: number,
) {
  const all = [...yes, ...no].map((line, at) => ({ salary: `${2000 + 2 ** at},00`, ...line }));
  const centavos = yes.map((line, at) => line.centavos ?? String((2000 + 2 ** at) * 100));
  const sum = centavos.reduce((total, one) => total + Number(one), 0);
  const mean = yes.length === 0 ? null : Math.floor(sum / yes.length + 0.5);
  for (const figures of await counted(selection, { MOV: all }, minimumCentavos))
    expect(figures, JSON.stringify(selection)).toMatchObject({
      registros: yes.length,
      ...(mean !== null && { media: mean }),
    });
}

const fields = (name: string, ...values: string[]): LineFields[] =>
  values.map((value) => ({ [name]: value }));

const sized = (...pairs: string[]): LineFields[] =>
  pairs.map((pair) => {
    const [section = '', size = ''] = pair.split(' ');
    return { section, company_size: size };
  });

const paid = (...pairs: [salary: string, centavos: string][]): LineFields[] =>
  pairs.map(([salary, centavos]) => ({ salary, centavos }));

const lateLine = (month: string, salary: string) => ({ month, salary, declared_month: '202307' });

describe(`the scripts of a laudo${withPython}`, () => {
  test.each([
    [{ escolaridade: '2' }, ['2', '3', '4'], ['1', '5', '80']],
    [{ escolaridade: '8' }, ['80'], ['8', '9', '10', '11', '99']],
    [{ escolaridade: '9' }, ['10'], ['9', '11', '80']],
    [{ escolaridade: '10' }, ['11'], ['10', '80', '12']],
    [{ escolaridade: '80' }, ['99', '12', ''], ['80', '1', '11']],
    [{ nivelEscolaridade: ['7', '8'] }, ['9', '80'], ['7', '8', '10']],
  ])('read schooling: %j', async (selection, yes, no) => {
    await expectCounted(selection, fields('schooling', ...yes), fields('schooling', ...no));
  });

  test.each([
    ['MICRO', ['F 4', 'B 1', 'G 3', 'A 1'], ['F 5', 'G 4', 'A 4', 'G 99']],
    ['PEQUENA', ['C 5', 'F 6', 'G 4', 'G 5'], ['C 4', 'C 7', 'G 3', 'G 6']],
    ['MEDIA', ['B 7', 'F 8', 'G 6'], ['B 6', 'B 9', 'G 5', 'G 7']],
    ['GRANDE', ['F 9', 'E 10', 'G 7', 'A 10'], ['F 8', 'G 6', 'G 90']],
  ])('read the size %s by section', async (porte, yes, no) => {
    await expectCounted({ porte }, sized(...yes), sized(...no));
  });

  const [apprentice, partial, intermittent] = [
    { apprentice: '1', category: '101' },
    { part_time: '1', category: '101' },
    { intermittent: '1', category: '101' },
  ];
  const categories = fields('category', '103', '106', '111');
  const [asApprentice = {}, temporary = {}, asIntermittent = {}] = categories;
  const ordinary = { category: '101' };
  test.each([
    ['aprendiz', [apprentice, asApprentice], [ordinary, partial, temporary]],
    ['temporario', [temporary], [ordinary, apprentice, { category: '105' }]],
    ['parcial', [partial], [ordinary, intermittent, { part_time: '9', category: '101' }]],
    ['intermitente', [intermittent, asIntermittent], [ordinary, apprentice, temporary]],
    [
      'comum',
      [ordinary, { category: '105' }],
      [apprentice, asApprentice, temporary, partial, intermittent, asIntermittent],
    ],
  ])('read the contract %s', async (contrato, yes, no) => {
    await expectCounted({ contrato }, yes, no);
  });

  test('read a family from 00 to 99, and other occupations besides', async () => {
    const [inside, outside] = [
      fields('cbo', '521100', '521199', '411010'),
      fields('cbo', '521099', '521200', '411005', ''),
    ];
    await expectCounted({ familiaCbo: 5211, ocupacoes: [411_010] }, inside, outside);
  });

  test.each([
    [{ idade: { de: 56, ate: null } }, 'age', ['56', '70'], ['55', '']],
    [{ idade: { de: null, ate: 25 } }, 'age', ['25', '14'], ['26', '']],
    [{ horas: { de: 4000, ate: 4400 } }, 'hours', ['40,00', '44,00'], ['39,99', '44,01', '']],
    [{ movimentacao: 'desligamento' }, 'balance', ['-1'], ['1']],
    [{ metodo: 'integral' }, 'hours', ['40,00'], ['39,99', '']],
    [{ metodo: 'integral' }, 'apprentice', ['0', '9'], ['1']],
    [{ metodo: 'mte' }, 'intermittent', ['0', '9'], ['1']],
  ])('read ranges and rules with their bounds: %j by %s', async (selection, name, yes, no) => {
    await expectCounted(selection, fields(name, ...yes), fields(name, ...no));
  });

  test('count salaries from 0.3 to 150 minimum wages, both included', async () => {
    const mte = { metodo: 'mte' };
    await expectCounted(
      mte,
      paid(['396,00', '39600'], ['198000,00', '19800000']),
      fields('salary', '395,99', '198000,01', ''),
    );
    // 0.3 minimum wages of R$ 1.302,01 are 39,060.3 centavos, and 150 are R$ 195.301,50.
    await expectCounted(
      mte,
      paid(['390,61', '39061'], ['195301,50', '19530150']),
      fields('salary', '390,60', '195301,51'),
      130_201,
    );
  });

  test('read amounts with a comma or a point, half a centavo upwards', async () => {
    await expectCounted(
      {},
      paid([',01', '1'], ['2000.4949', '200049'], ['1539.435', '153944'], ['1e3', '100000']),
      fields('salary', ',00', '0', '', '0.004', '1.234,56'),
    );
    await expectCounted(
      { salario: { de: 150_000, ate: 160_000 } },
      paid(['1500,00', '150000'], ['1599,995', '160000']),
      fields('salary', '1499,99', '1600,01'),
    );
    await expectCounted({}, paid(['10000000000,00', '1000000000000']), [
      { salary: '10000000000,01' },
    ]);
  });

  test('give percentiles by linear interpolation, half a centavo upwards', async () => {
    const lines = fields('salary', '1000,00', '1000,10', '1000,01', '1000,05');
    // Places 0.3, 0.75, 1.5, 2.25 and 2.7 of the steps of 1, 4 and 5 centavos.
    for (const figures of await counted({}, { MOV: lines }))
      expect(figures).toEqual({
        registros: 4,
        media: 100_004,
        minimo: 100_000,
        p10: 100_000,
        q1: 100_001,
        mediana: 100_003,
        q3: 100_006,
        p90: 100_009,
        maximo: 100_010,
      });
  });

  const twice = { salary: '3000,00', late: '1', month: '202307' };

  test('take one equal line away for each exclusion, and nothing in the declared series', async () => {
    const texts = {
      MOV: [twice, twice, { salary: '1500,00' }],
      FOR: [{ ...twice, salary: '5000,00' }],
      EXC: [
        { ...twice, exclusion_month: '202307' },
        { ...twice, exclusion_month: '202307', race: '3' },
      ],
    };
    // 1,500 + 3,000 + 5,000, and 1,500 + 3,000 + 3,000.
    for (const figures of await counted({}, texts))
      expect(figures).toMatchObject({ registros: 3, media: 316_667 });
    for (const figures of await counted({ serie: 'declarada' }, texts))
      expect(figures).toMatchObject({ registros: 3, media: 250_000 });
  });

  test('take nothing away for an exclusion that differs in a single column', async () => {
    const other: LineFields = {
      region: '4',
      uf: '41',
      municipality: '350950',
      section: 'C',
      subclass: '1011201',
      balance: '-1',
      cbo: '411010',
      category: '105',
      schooling: '8',
      age: '31',
      hours: '43,99',
      race: '3',
      sex: '3',
      employer_type: '1',
      establishment_type: '3',
      movement_type: '31',
      disability: '1',
      intermittent: '9',
      part_time: '9',
      salary: '1500,01',
      company_size: '6',
      apprentice: '9',
      origin: '2',
      declared_month: '202306',
      late: '1',
      salary_unit: '1',
      fixed_salary: '1500,01',
    };
    expect(new Set(Object.keys(other)).add('month')).toEqual(new Set(officialColumns('MOV')));
    const own = { category: '101', exclusion_month: '202307' };
    const changed = Object.entries(other).map(([name, value]) => ({ ...own, [name]: value }));
    const empty = fields('age', '').concat(fields('hours', ''), fields('fixed_salary', ''));
    const texts = { MOV: [own], EXC: [...changed, ...empty.map((line) => ({ ...own, ...line }))] };
    for (const figures of await counted({}, texts))
      expect(figures).toMatchObject({ registros: 1, media: 150_000 });
    for (const figures of await counted({}, { ...texts, EXC: [...texts.EXC, own] }))
      expect(figures).toMatchObject({ registros: 0 });
  });

  test('count late declarations of movements from 202001 to the month of the file', async () => {
    const texts = {
      MOV: [{ salary: '1500,00' }],
      FOR: [
        lateLine('201912', '2000,00'),
        lateLine('202001', '2500,00'),
        lateLine('202308', '8000,00'),
      ],
    };
    const wide = { periodo: { de: '201912', ate: '202312' } };
    for (const figures of await counted(wide, texts))
      expect(figures).toMatchObject({ registros: 2, media: 200_000 });
    for (const figures of await counted({ periodo: { de: '202001', ate: '202306' } }, texts))
      expect(figures).toMatchObject({ registros: 1, media: 250_000 });
  });
});
