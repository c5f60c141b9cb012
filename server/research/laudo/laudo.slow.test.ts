import { basename, join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filtersOf } from '../../../tests/support/agreement.ts';
import {
  ExtractedLaudo,
  hasPython,
  run,
  withPython,
  type Figures,
} from '../../../tests/support/extracted-laudo.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { oddLines } from '../../../tests/support/odd-lines.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import {
  Recomputation,
  type RawFilters,
  type Recomputed,
} from '../../../tests/support/recompute.ts';

const centavos = (reais: number | null) => (reais === null ? null : Math.round(reais * 100));

/** The figures of an independent recomputation, by the scripts' names. */
const expectedOf = (own: Recomputed): Figures => ({
  registros: own.count,
  media: centavos(own.average),
  minimo: centavos(own.min),
  p10: centavos(own.p10),
  q1: centavos(own.p25),
  mediana: centavos(own.median),
  q3: centavos(own.p75),
  p90: centavos(own.p90),
  maximo: centavos(own.max),
});

let installation: Installation;
let texts: string[];
let recomputation: Recomputation;
beforeAll(async () => {
  installation = await newInstallation();
  // Bands of employees whose size class in industry differs from that in other sectors.
  const june = oddLines('202306', 900).map((line, index) => ({
    ...line,
    company_size: ['4', '6', '7', '8'][index % 4] ?? '',
  }));
  const july = oddLines('202307', 1500);
  const late = oddLines('202306', 500).map((line) => ({
    ...line,
    declared_month: '202307',
    late: '1',
  }));
  const exclusion = { exclusion_month: '202307' };
  // Exclusions of existing lines (one of them twice), of a late one, and of one that does not exist.
  const excluded = [
    june[3],
    june[3],
    june[8],
    ...june.slice(20, 60),
    late[2],
    ...late.slice(10, 30),
  ];
  const unmatched = { ...june[0], age: '71' };
  const odd = july
    .slice(0, readable.length)
    .map((line, index) => ({ ...line, ...readable[index] }));
  const broken = unreadable.map((fields, index) => ({ ...july[index], ...fields }));
  const outside = late
    .slice(0, 2)
    .map((line, index) => ({ ...line, month: outOfRange[index] ?? '' }));
  const write = async (lines: LineFields[], lateLines: LineFields[]) => [
    await officialFile('CAGEDMOV202306.txt', 'MOV', june),
    await officialFile('CAGEDMOV202307.txt', 'MOV', lines),
    await officialFile('CAGEDFOR202307.txt', 'FOR', lateLines),
    await officialFile('CAGEDEXC202307.txt', 'EXC', [
      ...excluded.map((line) => ({ ...line, ...exclusion })),
      { ...unmatched, ...exclusion },
    ]),
  ];
  texts = await write([...july, ...odd, ...broken], [...late, ...outside]);
  const { files } = await installation.loadApproved(...texts);
  expect(files.map(({ rejected }) => rejected)).toEqual([
    0,
    unreadable.length,
    outOfRange.length,
    0,
  ]);
  const readablePaths = await write([...july, ...odd], late);
  recomputation = await Recomputation.over(
    readablePaths.map((path) => ({ kind: kindOf(path), path })),
  );
});
afterAll(() => installation.close());

/** Unusual values that some months of MTE have. */
const readable = [{ salary: '1e3' }, { salary: '2000.4949' }, { salary: ',50' }, { hours: '44.0' }];

/** Lines that the product rejects; the scripts must skip them too. */
const unreadable = [
  { salary: '1.234,56' },
  { cbo: 'x' },
  { month: '202313' },
  { month: '202306' },
  { hours: '-4' },
  { age: '18,5' },
  { section: 'GG' },
  { sex: '99999' },
];

/** Months of movement that no file of late declarations of 202307 can have. */
const outOfRange = ['201912', '202308'] as const;

function kindOf(path: string): 'MOV' | 'FOR' | 'EXC' {
  const kind = /CAGED(MOV|FOR|EXC)/.exec(basename(path))?.[1];
  if (kind === 'MOV' || kind === 'FOR' || kind === 'EXC') return kind;
  throw new Error(path);
}

const whole = {
  periodoInicio: '202306',
  periodoFim: '202307',
  movimentacao: 'admissao',
  metodo: 'mte',
  serie: 'ajustada',
} as const satisfies RawFilters;

const everyMovement = { ...whole, metodo: 'bruto', movimentacao: 'todas' } as const;

/** Each filter at least once, with its special cases. */
const queries: readonly RawFilters[] = [
  whole,
  { ...everyMovement, periodoInicio: '202307', horas: 'ate-20' },
  { ...whole, metodo: 'integral', contrato: 'comum', horas: '40-44' },
  { ...whole, serie: 'declarada', movimentacao: 'desligamento', regiao: '3' },
  { ...whole, cbo: '521110', ufCode: '35', genero: 'F' },
  { ...whole, familiaCbo: '5211', cbos: ['411005'], semCbos: ['521125'] },
  { ...whole, familiaCbo: '4110', cbos: ['521125'], municipality: '350010' },
  // Race and disability need thirty records.
  { ...everyMovement, raca: '3' },
  { ...everyMovement, deficiencia: 'nao' },
  { ...whole, salarioMin: 1320, salarioMax: 2500.07, faixaEtaria: '55+' },
  { ...everyMovement, escolaridade: '80' },
  { ...everyMovement, nivelEscolaridade: 'pos', porte: 'MEDIA' },
  { ...whole, metodo: 'bruto', contrato: 'aprendiz', porte: 'MICRO' },
  { ...everyMovement, secao: 'C', cnaes: ['1091102', '4781400'], escolaridade: '8' },
];

test(`the scripts alone compute every query to the centavo, over made files${withPython}`, async () => {
  for (const requested of queries) {
    const expected = expectedOf(await recomputation.answer(requested));
    const laudo = await ExtractedLaudo.of(installation, filtersOf(requested));
    await laudo.give(...texts);
    const what = JSON.stringify(requested);
    if (hasPython) {
      const { code, figures, stderr } = await laudo.python();
      expect([stderr, figures, code], what).toEqual(['', expected, 0]);
    }
    expect(await laudo.duckdb(), what).toEqual(expected);
    await laudo.remove();
  }
});

test(`a changed byte, a missing file and a text without its archive are reported${withPython}`, async () => {
  if (!hasPython) return;
  const laudo = await ExtractedLaudo.of(installation, { ...whole, cbo: '521110' });
  await laudo.give(...texts.slice(1));
  const missing = await laudo.python();
  expect([missing.code, missing.stdout]).toEqual([2, '']);
  expect(missing.stderr).toContain('Falta CAGEDMOV202306.txt (MOV de 202306)');
  await laudo.give(...texts);
  const path = join(laudo.given, 'CAGEDMOV202307.txt');
  const bytes = await readFile(path);
  // Changes one digit of the last line.
  const at = bytes.lastIndexOf('1');
  bytes[at] = '2'.charCodeAt(0);
  await writeFile(path, bytes);
  const changed = await laudo.python();
  expect([changed.code, changed.stdout]).toEqual([2, '']);
  expect(changed.stderr).toMatch(
    /^O arquivo CAGEDMOV202307\.txt não é o do laudo, e nada foi calculado: o SHA-256 do laudo é [0-9a-f]{64}/,
  );
  await expect(laudo.duckdb()).rejects.toThrow(
    'o seu SHA-256 não é o do laudo, e nada foi calculado',
  );
  await laudo.give(...texts);
  // A changed figure of the package that the script does not compute.
  const amounts = await laudo.read('valores.csv');
  await writeFile(join(laudo.folder, 'valores.csv'), amounts.replace('1320,00', '1329,00'));
  const altered = await laudo.python();
  expect([altered.code, JSON.parse(altered.stdout).mudados]).toEqual([1, ['valores.csv']]);
  await writeFile(join(laudo.folder, 'valores.csv'), amounts);
  expect((await laudo.python()).code).toBe(0);
  // A result that differs from the laudo's is reported figure by figure.
  const query = await laudo.json('pergunta.json');
  query.resultado.mediana += 1;
  await writeFile(join(laudo.folder, 'pergunta.json'), JSON.stringify(query));
  const differing = await laudo.python();
  expect(differing.code).toBe(1);
  const result = await run('python3', ['recalcular.py', 'arquivos'], { cwd: laudo.folder }).catch(
    (error: { stdout: string }) => error,
  );
  expect(result.stdout).toMatch(/Mediana .* DIFERE/);
  expect(result.stdout).toMatch(/Média .* confere/);
  expect(result.stdout).toContain('Arquivos deste pacote: DIFERE: mudou ou falta pergunta.json');
  expect(result.stdout).toContain('Resultado: DIFERE');
  // The script would count an unknown filter wrongly.
  query.selecao.turno = 'noturno';
  await writeFile(join(laudo.folder, 'pergunta.json'), JSON.stringify(query));
  expect((await laudo.python()).stderr).toContain('o que este roteiro não conhece: turno');
  await laudo.remove();
});

test('the query’s text explains how to read the figures, and names the missing main files', async () => {
  const laudo = await ExtractedLaudo.of(installation, { ...whole, cbo: '521110' });
  const text = await laudo.read('pergunta.txt');
  const { resultado, completude } = await laudo.json('pergunta.json');
  expect(completude).toEqual({ situacao: 'completa', meses: 2, sem_mov: [], aviso: null });
  expect(text).not.toContain('Dados incompletos');
  // `oddLine` draws R$ 1.320,00 twice as often as any other kind of salary.
  expect(resultado.mediana).toBe(132_000);
  expect(text.replaceAll('\u00a0', ' ')).toContain(
    'Intervalo de 95 % da mediana: não se aplica: muitos salários iguais a R$ 1.320,00\n',
  );
  for (const said of [
    'Fluxo, não estoque',
    'Art. 460 da CLT',
    'serviço semelhante',
    'mesmo empregador',
    'Não prova que ele veio\n  do ministério',
    'Uma exclusão sem linha correspondente não retira nada da\n  contagem',
  ]) {
    expect(text).toContain(said);
  }
  await laudo.remove();

  const early = await ExtractedLaudo.of(installation, {
    ...whole,
    periodoInicio: '202305',
    cbo: '521110',
  });
  expect(await early.read('pergunta.txt')).toContain(
    'ATENÇÃO. Dados incompletos: falta o arquivo principal (MOV) de 1 dos 3 meses: 05/2023.',
  );
  expect((await early.json('pergunta.json')).completude).toMatchObject({
    situacao: 'parcial',
    sem_mov: ['202305'],
  });
  await early.remove();
});

const rounded = (parts: bigint, of: bigint) =>
  Number((2n * parts + of * 1_000_000_000_000n) / (2n * of * 1_000_000_000_000n));

test(`each salary is corrected by the INPC from its own month, and the table says how${withPython}`, async () => {
  const requested = { ...whole, cbo: '521110' } as const;
  const laudo = await ExtractedLaudo.of(installation, requested, '202309');
  const { correcao } = await laudo.json('pergunta.json');
  // IBGE: July 2023 −0.09 %, August 0.20 %, September 0.11 %.
  const fromJuly = 10_020n * 10_011n * 10_000n;
  const factors = new Map([
    ['202306', 9_991n * 10_020n * 10_011n],
    ['202307', fromJuly],
  ]);
  const byMonth = await recomputation.salariesBy(requested, '"competênciamov"');
  expect([...byMonth.keys()]).toEqual([...factors.keys()]);
  const corrected = [...byMonth]
    .flatMap(([month, salaries]) =>
      salaries.map((salary) => BigInt(salary) * (factors.get(month) ?? 0n)),
    )
    .toSorted((one, other) => Number(one - other));
  const half = (corrected.length - 1) / 2;
  const middle = (corrected[Math.floor(half)] ?? 0n) + (corrected[Math.ceil(half)] ?? 0n);
  expect(correcao).toMatchObject({ de: '202306', ate: '202309' });
  expect(correcao.resultado).toMatchObject({
    minimo: rounded(corrected[0] ?? 0n, 1n),
    mediana: rounded(middle, 2n),
    media: rounded(
      corrected.reduce((sum, one) => sum + one, 0n),
      BigInt(corrected.length),
    ),
  });
  const rows = (await laudo.read('inpc.csv')).trim().split('\r\n');
  expect(rows.map((row) => row.split(';').slice(0, 3))).toEqual([
    ['"mes"', '"variacao em %"', '"fator do mes ate 09/2023"'],
    // 0.9991 × 1.002 × 1.0011.
    ['"06/2023"', '""', '"1,002199408020"'],
    ['"07/2023"', '"−0,09"', '"1,003102200000"'],
    ['"08/2023"', '"0,20"', '"1,001100000000"'],
    ['"09/2023"', '"0,11"', '"1,000000000000"'],
  ]);
  expect(await laudo.read('valores.csv')).toContain('de salários corrigidos pelo INPC até 09/2023');
  if (hasPython) {
    await laudo.give(...texts);
    const { code, stdout } = await laudo.python();
    const { corrigidos } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(corrigidos).toHaveLength(8);
    expect(corrigidos.every(({ confere }: { confere: boolean }) => confere)).toBe(true);
  }
  await laudo.remove();
  const out = ExtractedLaudo.of(installation, requested, '202306');
  await expect(out).rejects.toMatchObject({ status: 400, field: 'mes' });
});
