import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import {
  officialFile,
  officialText,
  textFile,
  type LineFields,
} from '../../../tests/support/official-file.ts';
import { rejectedLines } from '../../../tests/support/rejected-lines.ts';
import { monthLater, brasiliaMonth } from '../../../shared/codes/months.ts';
import { formatLongMonth } from '../../../shared/words/format.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { rejectedLinesCsv } from './rejections.ts';
import { findUpload, queueUpload } from './uploads.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(async () => installation.close());

const salaries = (...amounts: string[]): LineFields[] => amounts.map((salary) => ({ salary }));
const medians = async (filters = {}) => (await installation.counted(filters)).statistics.median;
const counted = async (filters = {}) => (await installation.counted(filters)).totalCount;
const mov = (lines: readonly LineFields[], month = '202307') =>
  officialFile(
    `CAGEDMOV${month}.txt`,
    'MOV',
    lines.map((line) => ({ month, declared_month: month, ...line })),
  );

/** 100 lines, of which `wrong` have no readable salary. */
const withWrong = (wrong: number): LineFields[] => [
  ...Array.from({ length: 100 - wrong }, () => ({})),
  ...Array.from({ length: wrong }, () => ({ salary: 'x' })),
];

describe('values', () => {
  test('comma, point, noise, exponent and a missing zero are read to the centavo', async () => {
    const texts = ['1539,44', '1539.4399', '1320', '1e+03', '1000,005', '999.994999'];
    await installation.load(await mov(salaries(...texts)));
    const { distribution } = await installation.counted({ metodo: 'bruto' });
    expect(distribution).toEqual({
      centavos: [99_999, 100_000, 100_001, 132_000, 153_944],
      counts: [1, 1, 1, 1, 2],
    });
  });

  test('an amount beyond all sense is a rejected line, not a failed load', async () => {
    const amounts = ['9999999999999,99', '-9999999999999,99', '10000000000,01', '9'.repeat(25)];
    const largest = salaries('10000000000,00');
    const lines = [...Array.from({ length: 400 }, () => ({})), ...largest, ...salaries(...amounts)];
    const upload = await installation.load(await mov(lines));
    expect(upload.files[0]).toMatchObject({ accepted: 401, rejected: 4, outcome: 'PUBLISHED' });
    const rejected = await rejectedLines(installation.warehouse, upload.files[0]!.batch);
    expect(rejected.map(({ column, reason }) => `${column}: ${reason}`)).toEqual([
      'salário: valor grande demais',
      'salário: não é um valor decimal',
      'salário: valor grande demais',
      'salário: não é um valor decimal',
    ]);
  });

  test('a comma and two digits at the end do not make a text an amount', async () => {
    const amounts = ['+15,00', '-15,00', ' 15,00', '1,2,34', '1.5,00', 'x15,00', '15,+5', '1é,00'];
    const lines = [...Array.from({ length: 800 }, () => ({})), ...salaries(...amounts)];
    const [file] = (await installation.load(await mov(lines))).files;
    expect(file).toMatchObject({ accepted: 800, rejected: 8 });
    const rejected = await rejectedLines(installation.warehouse, file!.batch);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual(
      amounts.map((_, at) => [802 + at, 'não é um valor decimal']),
    );
  });

  test('leading zeros, however many, do not change an amount', async () => {
    await installation.load(await mov(salaries('01539,44', '0000000000000001539,44', '007,5')));
    expect((await installation.counted({ metodo: 'bruto' })).distribution).toEqual({
      centavos: [750, 153_944],
      counts: [1, 2],
    });
  });

  test('small values count as bruto, empty and zero do not', async () => {
    await installation.load(await mov(salaries(',01', '.5', ',00', '', '0')));
    expect((await installation.counted({ metodo: 'bruto' })).distribution.centavos).toEqual([
      1, 50,
    ]);
  });

  test('codes without their leading zeros, empty codes and unknown codes are stored', async () => {
    const upload = await installation.load(
      await mov([
        { cbo: '10105', subclass: '111301' },
        { sex: '', schooling: '', region: '', age: '', hours: '' },
        { employer_type: '999', movement_type: '999', category: '99999' },
        { employer_type: '1', cbo: '999999', municipality: '999999', uf: '99', section: 'Z' },
      ]),
    );
    expect(upload.files[0]).toMatchObject({ accepted: 4, rejected: 0 });
    const { results } = await installation.counted({ cbo: '010105' });
    expect(results[0]).toMatchObject({ cbo: '010105', ocupacao: 'Oficial general da aeronáutica' });
    const { results: unknown } = await installation.counted({ escolaridade: '80' });
    expect(unknown).toMatchObject([{ sexo: '', genero: '', idade: null, horas: '' }]);
  });

  test('latin-1, a byte-order mark, LF and a last line without its end change nothing', async () => {
    const text = officialText('MOV', [{}, {}]);
    const forms = {
      'latin1.txt': Buffer.from(text, 'latin1'),
      'bom.txt': `\uFEFF${text}`,
      'lf.txt': text.replaceAll('\r\n', '\n').trimEnd(),
    };
    for (const [name, content] of Object.entries(forms)) {
      const [file] = (await installation.load(await textFile(name, content))).files;
      expect(file, name).toMatchObject({ kind: 'MOV', month: '202307', lines: 2, accepted: 2 });
    }
  });

  test('duplicate lines are all stored', async () => {
    await installation.load(await mov([{}, {}, {}]));
    expect(await counted()).toBe(3);
  });
});

describe('rejected lines and files', () => {
  const bad: [LineFields, string][] = [
    [{ salary: '1.234,56' }, 'salário'],
    [{ salary: 'abc' }, 'salário'],
    [{ salary: '.' }, 'salário'],
    [{ balance: '2' }, 'saldomovimentação'],
    [{ month: '202306' }, 'competênciamov'],
    [{ month: '202313' }, 'competênciamov'],
    [{ sex: 'M' }, 'sexo'],
    [{ uf: '65535' }, 'uf'],
    [{ age: '-1' }, 'idade'],
    [{ section: 'GG' }, 'seção'],
  ];

  test('blank lines are named as such where they are too many', async () => {
    const text = officialText(
      'MOV',
      Array.from({ length: 91 }, () => ({})),
    );
    const path = await textFile('CAGEDMOV202307.txt', `${text}${'\r\n'.repeat(9)}`);
    const { status, files } = await installation.load(path);
    expect(status).toBe('FAILED');
    expect(files[0]?.message).toContain(
      '9 de 100 linhas foram rejeitadas (9 %, e o limite é 1 %); o arquivo não foi publicado. Todas elas estão vazias.',
    );
  });

  test('a line that cannot be read is stored with its number, column, reason and text', async () => {
    const good = Array.from({ length: 2000 }, () => ({}));
    const text = officialText('MOV', [...good.slice(0, 5), ...bad.map(([line]) => line), ...good]);
    const path = await textFile('CAGEDMOV202307.txt', `${text}um;dois;três\r\n\r\n"aspas\r\n`);
    const [file] = (await installation.load(path)).files;
    expect(file).toMatchObject({ outcome: 'PUBLISHED', lines: 2018, accepted: 2005, rejected: 13 });
    const lines = await rejectedLines(installation.warehouse, file!.batch);
    expect(lines.slice(0, 10).map(({ line, column }) => [line, column])).toEqual(
      bad.map(([, column], index) => [7 + index, column]),
    );
    expect(lines.slice(10).map(({ line, column, raw }) => [line, column, raw])).toEqual([
      [2017, '(linha)', 'um;dois;três'],
      [2018, '(linha)', ''],
      [2019, '(linha)', '"aspas'],
    ]);
    expect(lines[4]?.reason).toBe('competência diferente da do arquivo (202307)');
  });

  test('late movements from before Novo CAGED or after the file do not extend the period', async () => {
    const good = Array.from({ length: 400 }, () => ({}));
    // The last two lie between the first month and the file's, and are no months.
    const wrong = ['201912', '202308', '202300', '202213'].map((month) => ({ month }));
    const path = await officialFile('CAGEDFOR202307.txt', 'FOR', [...good, ...wrong]);
    const [file] = (await installation.load(path)).files;
    expect(file).toMatchObject({ outcome: 'PUBLISHED', accepted: 400, rejected: 4 });
    const lines = await rejectedLines(installation.warehouse, file!.batch);
    expect(lines.map(({ line, column }) => [line, column])).toEqual([
      [402, 'competênciamov'],
      [403, 'competênciamov'],
      [404, 'competênciamov'],
      [405, 'competênciamov'],
    ]);
    const reasons = lines.map(({ reason }) => reason);
    expect(reasons.slice(2)).toEqual(
      Array.from({ length: 2 }, () => 'competência que não é um mês AAAAMM'),
    );
    expect((await currentRelease(installation.store)).months).toMatchObject([{ month: '202306' }]);
  });

  test('the first month of Novo CAGED, and a section in lower case, are accepted', async () => {
    const good = Array.from({ length: 300 }, () => ({}));
    const odd = [{ month: '202001' }, { section: 'g' }, { section: '' }];
    const path = await officialFile('CAGEDFOR202307.txt', 'FOR', [...good, ...odd]);
    const [file] = (await installation.load(path)).files;
    expect(file).toMatchObject({ outcome: 'PUBLISHED', accepted: 303, rejected: 0 });
    const { months } = await currentRelease(installation.store);
    expect(months.map(({ month }) => month)).toEqual(['202001', '202306']);
    const sections = await installation.warehouse.rows({
      text: 'select section, count() as lines from movements group by section order by section',
    });
    expect(sections).toEqual([
      { section: '', lines: 1 },
      { section: 'G', lines: 302 },
    ]);
  });

  test.each([
    ['FOR', { declared_month: '202306' }, 'competênciadec'],
    ['EXC', { exclusion_month: '202307' }, 'competênciaexc'],
    ['EXC', { month: '202309' }, 'competênciamov'],
  ] as const)('a line of %s with %j is rejected for its month', async (kind, wrong, column) => {
    const month = kind === 'EXC' ? '202308' : '202307';
    const lines = [...Array.from({ length: 300 }, () => ({})), wrong];
    const path = await officialFile(`CAGED${kind}${month}.txt`, kind, lines);
    const [file] = (await installation.load(path)).files;
    expect(file).toMatchObject({ outcome: 'PUBLISHED', accepted: 300, rejected: 1 });
    const rejected = await rejectedLines(installation.warehouse, file!.batch);
    expect(rejected.map(({ line, column: faulty }) => [line, faulty])).toEqual([[302, column]]);
  });

  test('the rejected lines come as CSV that no spreadsheet takes for a formula', async () => {
    const good = Array.from({ length: 200 }, () => ({}));
    const path = await textFile('CAGEDMOV202307.txt', `${officialText('MOV', good)}=1+1;"a"\r\n`);
    const [file] = (await installation.load(path)).files;
    let csv = '';
    for await (const chunk of rejectedLinesCsv(installation.warehouse, file!.batch)) csv += chunk;
    expect(csv.split('\r\n')).toEqual([
      '\uFEFF"linha";"coluna";"motivo";"texto"',
      `"202";"(linha)";"a linha tem 2 campos e o cabeçalho tem 28";"'=1+1;""a"""`,
      '',
    ]);
  });

  test('1 % rejected is published, more is not', async () => {
    const tooMany = await installation.load(await mov(withWrong(2)));
    expect(tooMany).toMatchObject({ status: 'FAILED', release: null });
    expect(tooMany.files[0]).toMatchObject({
      outcome: 'REFUSED',
      lines: 100,
      accepted: 98,
      rejected: 2,
    });
    expect(tooMany.files[0]?.message).toContain(
      '2 de 100 linhas foram rejeitadas (2 %, e o limite é 1 %)',
    );
    expect(await counted()).toBe(0);
    expect(await installation.load(await mov(withWrong(1)))).toMatchObject({
      status: 'COMPLETED',
      release: 1,
    });
    expect(await counted()).toBe(99);
  });

  test('a text that stops in the middle of a line is refused, however few lines that is', async () => {
    const lines = Array.from({ length: 300 }, () => ({}));
    const text = officialText('MOV', lines).slice(0, -60);
    const upload = await installation.load(await textFile('CAGEDMOV202307.txt', text));
    expect(upload.files[0]).toMatchObject({ outcome: 'REFUSED', accepted: 299, rejected: 1 });
    expect(upload.files[0]?.message).toContain('termina no meio de uma linha');
  });

  test('only the beginning of a long rejected line is stored', async () => {
    const text = officialText('MOV', withWrong(0)) + 'x'.repeat(50_000) + '\r\n';
    const upload = await installation.load(await textFile('CAGEDMOV202307.txt', text));
    expect(upload).toMatchObject({ status: 'COMPLETED', files: [{ accepted: 100, rejected: 1 }] });
    const [line] = await rejectedLines(installation.warehouse, upload.files[0]!.batch);
    expect(line).toMatchObject({ line: 102, raw: 'x'.repeat(10_000) });
  });

  test('a file without an acceptable line is not published', async () => {
    const upload = await installation.load(await mov(salaries('x', 'y')));
    expect(upload.files[0]).toMatchObject({ outcome: 'REFUSED', accepted: 0, rejected: 2 });
    expect(upload.files[0]?.message).toContain('Nenhuma das 2 linhas');
  });

  test('a refused file does not hold its siblings back', async () => {
    const upload = await installation.load(await mov([{}]), await textFile('x.txt', 'nada'));
    expect(upload.files.map(({ outcome }) => outcome)).toEqual(['PUBLISHED', 'REFUSED']);
    expect(upload).toMatchObject({ status: 'FAILED', release: 1 });
    expect(await counted()).toBe(1);
  });
});

describe('kind and month of a file', () => {
  test('the month inside must be the month of the name', async () => {
    const path = await officialFile('CAGEDMOV202308.txt', 'MOV', [{}]);
    const upload = await installation.load(path);
    expect(upload.files[0]).toMatchObject({ outcome: 'REFUSED', rejected: 1 });
  });

  test('without a descriptive name, the first line determines kind and month', async () => {
    const upload = await installation.load(
      await officialFile('a.txt', 'MOV', [{}]),
      await officialFile('b.csv', 'FOR', [{}]),
      await officialFile('c.dat', 'EXC', [{}]),
    );
    expect(upload.files.map(({ kind, month }) => `${kind}${month}`)).toEqual([
      'MOV202307',
      'FOR202307',
      'EXC202308',
    ]);
  });

  test('movements in time under the name of late ones are refused: their month would count twice', async () => {
    const lines = [{ late: '1' }, {}, {}];
    const upload = await installation.load(await officialFile('CAGEDFOR202307.txt', 'MOV', lines));
    expect(upload.files[0]?.message).toContain('o conteúdo é de movimentações no prazo (MOV)');
  });

  test('a name of another kind is refused', async () => {
    const upload = await installation.load(await officialFile('CAGEDEXC202307.txt', 'MOV', [{}]));
    expect(upload.files[0]?.message).toContain('O nome diz movimentações excluídas (EXC)');
  });
});

test('a file of a month that has not begun is refused', async () => {
  const now = brasiliaMonth(new Date());
  const next = monthLater(now, 1);
  const upload = await installation.load(await mov([{}], next), await mov([{}], now));
  expect(upload.files[0]).toMatchObject({
    outcome: 'REFUSED',
    message: expect.stringContaining(`O arquivo é de ${formatLongMonth(next)}, que ainda não`),
  });
  expect(upload.files[1]?.outcome).toBe('PUBLISHED');
});

describe('releases', () => {
  test('of two files with the same content in one upload, the second one is left out with that reason', async () => {
    const path = await mov(salaries('1500,00', '1600,00'));
    const copy = join(dirname(path), 'copia.txt');
    await copyFile(path, copy);
    const upload = await installation.load(path, copy);
    expect(upload).toMatchObject({
      status: 'COMPLETED',
      files: [
        { outcome: 'PUBLISHED' },
        {
          outcome: 'UNCHANGED',
          message: 'Outro arquivo deste envio tem o mesmo conteúdo; este não foi carregado.',
        },
      ],
    });
  });

  test('a file with the published content changes nothing and is reported as unchanged', async () => {
    const path = await mov(salaries('1500,00', '1600,00'));
    expect((await installation.load(path)).release).toBe(1);
    const renamed = join(dirname(path), 'copia.txt');
    await rename(path, renamed);
    const again = await installation.load(renamed);
    expect(again).toMatchObject({ status: 'COMPLETED', release: null });
    expect(again.files[0]).toMatchObject({
      outcome: 'UNCHANGED',
      message: 'O mesmo conteúdo já estava publicado; nada mudou.',
    });
    expect(await counted()).toBe(2);
  });

  test('a new version of a month replaces the old one whole', async () => {
    await installation.load(await mov(salaries('1500,00', '1600,00')), await mov([{}], '202308'));
    const upload = await installation.load(await mov(salaries('1700,00', '1800,00')));
    expect(upload.release).toBe(2);
    expect(await medians({ periodoFim: '202307' })).toBe(1750);
    expect(await counted()).toBe(3);
    const { method } = await installation.counted({});
    expect(method.release).toMatchObject({ number: 2, isSynthetic: false });
    const files = await installation.store.db.selectFrom('release_files').selectAll().execute();
    expect(files.map(({ release, kind, month }) => [release, kind, month])).toEqual([
      [1, 'MOV', '202307'],
      [1, 'MOV', '202308'],
      [2, 'MOV', '202307'],
      [2, 'MOV', '202308'],
    ]);
  });

  test('two versions of one month in one upload are refused, not guessed', async () => {
    const upload = await installation.load(
      await mov(salaries('1500,00')),
      await mov(salaries('1600,00')),
    );
    expect(upload.files.map(({ outcome }) => outcome)).toEqual(['PUBLISHED', 'REFUSED']);
  });
});

test('a stored file that is shorter than the received one is refused, and nothing of it is published', async () => {
  const { files, store } = installation.loading;
  const whole = officialText('MOV', salaries('1500,00', '1600,00', '1700,00', '1800,00'));
  const lines = whole.split('\r\n');
  const path = 'uploads/short/CAGEDMOV202307.txt';
  await mkdir(dirname(files.here(path)), { recursive: true });
  // Cut off at the end of a line: the text itself does not show it.
  await writeFile(files.here(path), `${lines.slice(0, 3).join('\r\n')}\r\n`);
  const id = await queueUpload(
    store,
    {
      origin: 'web',
      competencia: null,
      createdBy: null,
      files: [{ path, name: 'CAGEDMOV202307.txt', bytes: whole.length, stated: {} }],
    },
    () => new Date(),
  );
  await installation.drain();
  const upload = await findUpload(store, id);
  expect(upload?.status).toBe('FAILED');
  expect(upload?.files[0]?.message).toMatch(/^Este arquivo chegou inteiro .* Envie-o outra vez\.$/);
  expect((await currentRelease(store)).files).toEqual([]);
});
