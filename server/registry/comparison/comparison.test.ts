import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Comparison } from '../../../shared/contracts/comparison.ts';
import {
  newInstallation,
  openInstallation,
  type Installation,
} from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { importFigures } from '../reconciliation/import-figures.ts';
import { approveUpload, cancelUpload } from '../ingest/upload-acts.ts';
import { findUpload, queueUpload } from '../ingest/uploads.ts';
import { currentRelease } from '../../platform/store/current-release.ts';

const clock = () => new Date();
const actor = { userId: null, address: null };

/** A month of `lines` admissions at 1500,00 and half as many separations, with fields changed by line. */
async function month(
  name: string,
  lines: number,
  change: (line: number) => Record<string, string> = () => ({}),
): Promise<string> {
  const own = name.slice(8, 14);
  return officialFile(
    name,
    'MOV',
    Array.from({ length: lines }, (_, line) => ({
      month: own,
      declared_month: own,
      balance: line % 3 === 0 ? '-1' : '1',
      ...change(line),
    })),
  );
}

/** A figure as an administrator imports it: 10 separations, and these admissions. */
const figureOf = (own: string, admissions: number) => ({
  edition: own,
  month: own,
  series: 'declarada' as const,
  admissions,
  separations: 10,
  source: 'Teste',
});

/** Fields that make every line different. */
const different = (line: number) => ({
  age: String(18 + (line % 40)),
  salary: `${1400 + line},00`,
});

const withoutAge = (count: number) => (line: number) => (line < count ? { age: '' } : {});

describe('the comparison before publishing', () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await newInstallation();
  });
  afterEach(async () => installation.close());

  const comparisonOf = async (id: string) => {
    const row = await installation.store.db
      .selectFrom('uploads')
      .select('comparison')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return Comparison.parse(JSON.parse(row.comparison ?? ''));
  };

  test('a first month, and one like its neighbour, are published without approval', async () => {
    const first = await installation.load(await month('CAGEDMOV202306.txt', 30));
    expect(first).toMatchObject({ status: 'COMPLETED', release: 1 });
    const second = await installation.load(
      await month('CAGEDMOV202307.txt', 33, (line) => (line === 1 ? { salary: '2500,00' } : {})),
    );
    expect(second).toMatchObject({ status: 'COMPLETED', release: 2 });
    const { files, against } = await comparisonOf(second.id);
    expect(against).toBe(1);
    expect(files[0]).toMatchObject({
      total: { lines: 33, admissions: 22, separations: 11, balance: 11, medianWage: 1500 },
      published: null,
      neighbours: [{ month: '202306', figures: { lines: 30 } }],
      newCodes: [],
    });
    // (21 × 1500 + 2500) / 22
    expect(files[0]?.total.meanWage).toBe(1545.45);
    expect(files[0]?.largestSalaries[0]).toMatchObject({ salary: 2500, isAdmission: true });
  });

  test.each([
    ['202206', 'COMPLETED'],
    ['202207', 'AWAITING_APPROVAL'],
    ['202407', 'AWAITING_APPROVAL'],
    ['202408', 'COMPLETED'],
  ])('a month is compared with another at most a year away: %s', async (other, status) => {
    await installation.load(await month(`CAGEDMOV${other}.txt`, 300));
    expect(await installation.load(await month('CAGEDMOV202307.txt', 3000))).toMatchObject({
      status,
    });
  });

  test('the months beside it are shown, and the empty fields of those before', async () => {
    for (const [name, lines, empty] of [
      ['202207', 60, 6],
      ['202306', 30, 3],
      ['202308', 30, 0],
      ['202309', 30, 0],
    ] as const)
      await installation.loadApproved(await month(`CAGEDMOV${name}.txt`, lines, withoutAge(empty)));
    const { id } = await installation.load(await month('CAGEDMOV202307.txt', 30, withoutAge(15)));
    const [file] = (await comparisonOf(id)).files;
    expect(file?.neighbours.map((other) => [other.month, other.figures.lines])).toEqual([
      ['202306', 30],
      ['202308', 30],
      ['202207', 60],
    ]);
    // Half of its own, and 9 of 90 lines.
    expect(file?.nulls.find(({ column }) => column === 'idade')).toEqual({
      column: 'idade',
      share: 0.5,
      usualShare: 0.1,
    });
  });

  test('an upload beyond a limit waits with its reasons, also after other loads and a restart, until it is approved', async () => {
    await installation.load(await month('CAGEDMOV202306.txt', 300));
    const waiting = await installation.load(await month('CAGEDMOV202307.txt', 3000));
    expect(waiting).toMatchObject({ status: 'AWAITING_APPROVAL', release: null });
    const { reasons } = await comparisonOf(waiting.id);
    expect(reasons.map(({ code }) => code)).toEqual(['movRatio']);
    expect(reasons[0]?.message).toContain(
      'tem 3.000 linhas, muito longe dos meses de comparação: junho de 2023 (300)',
    );
    expect((await currentRelease(installation.store)).number).toBe(1);

    // Unlike the held upload, this one is published, so the comparison of the held one is outdated.
    await installation.load(await month('CAGEDMOV202305.txt', 301));
    const acts = { store: installation.store, clock };
    await expect(approveUpload(acts, actor, waiting.id, { comparedWith: 1 })).rejects.toMatchObject(
      {
        code: 'comparison_outdated',
      },
    );
    await installation.drain();
    expect((await findUpload(installation.store, waiting.id))?.status).toBe('AWAITING_APPROVAL');

    await approveUpload(acts, actor, waiting.id, { comparedWith: 2 });
    await installation.drain();
    expect(await findUpload(installation.store, waiting.id)).toMatchObject({
      status: 'COMPLETED',
      release: 3,
    });
    expect((await installation.search({ metodo: 'bruto' })).totalCount).toBe(2000 + 200 + 200);
  });

  test('an approval covers only compared files: a file that was refused at that time is compared first', async () => {
    await installation.load(await month('CAGEDMOV202306.txt', 300));
    const mov = await month('CAGEDMOV202307.txt', 3000);
    const late = await officialFile('CAGEDFOR202307.txt', 'FOR', [{ declared_month: '202307' }]);
    const whole = await readFile(late);
    await writeFile(late, 'nada do registro\n');
    const waiting = await installation.load(mov, late);
    expect(waiting.files.map(({ outcome }) => outcome)).toEqual([null, 'REFUSED']);
    expect((await comparisonOf(waiting.id)).files.map(({ kind }) => kind)).toEqual(['MOV']);

    await writeFile(late, whole);
    const acts = { store: installation.store, clock };
    await approveUpload(acts, actor, waiting.id, { comparedWith: 1 });
    await installation.drain();
    expect(await findUpload(installation.store, waiting.id)).toMatchObject({
      status: 'AWAITING_APPROVAL',
      approved_at: null,
    });
    expect((await comparisonOf(waiting.id)).files.map(({ kind }) => kind)).toEqual(['MOV', 'FOR']);

    await approveUpload(acts, actor, waiting.id, { comparedWith: 1 });
    await installation.drain();
    expect(await findUpload(installation.store, waiting.id)).toMatchObject({
      status: 'COMPLETED',
      release: 2,
    });
    expect((await installation.search({ metodo: 'bruto' })).totalCount).toBe(2000 + 200 + 1);
  });

  test('a cancelled upload leaves no rows', async () => {
    await installation.load(await month('CAGEDMOV202306.txt', 300));
    const waiting = await installation.load(await month('CAGEDMOV202307.txt', 3000));
    await cancelUpload({ store: installation.store, clock }, actor, waiting.id);
    await installation.load(await month('CAGEDMOV202305.txt', 301));
    const [row] = await installation.warehouse.rows<{ lines: number }>({
      text: 'select count() as lines from movements where weight = 1',
    });
    expect(row?.lines).toBe(300 + 301);
  });

  test('a new version is compared with the published one, and wages, empty fields and codes are limits too', async () => {
    await installation.load(await month('CAGEDMOV202306.txt', 300));
    const other = await installation.load(
      await month('CAGEDMOV202306.txt', 300, () => ({ salary: '150000,00', cbo: '999998' })),
    );
    const { reasons, files } = await comparisonOf(other.id);
    expect(files[0]?.published).toMatchObject({ lines: 300, meanWage: 1500 });
    expect(files[0]?.newCodes).toEqual([
      { column: 'cbo2002ocupação', code: '999998', lines: 300, title: null },
    ]);
    // Two of 300 lines may have a pay other than the fixed one: 0.7 %.
    expect(reasons.map(({ message }) => message)).toEqual([
      'CAGEDMOV202306.txt: 300 linhas da versão publicada não estão neste arquivo (100 %), e 300 linhas deste arquivo não estão na versão publicada; o limite é 0,5 %.',
      'CAGEDMOV202306.txt: o salário médio das admissões passa de R$ 1.500,00 para R$ 150.000,00, e a mediana das admissões passa de R$ 1.500,00 para R$ 150.000,00, mais que 1 %.',
      'CAGEDMOV202306.txt: o salário típico (média geométrica) é de 113,64 salários mínimos, e nos meses próximos de 1,14 salários mínimos; o limite para essa diferença é 80,9 %.',
      'CAGEDMOV202306.txt: em 100 % das linhas com salário por mês o salário é 10, 100 ou 1.000 vezes o valor do salário fixo; nos meses próximos são 0 %, e o limite para tantas linhas é 0,7 %.',
      'CAGEDMOV202306.txt: 100 % das linhas têm códigos de cbo2002ocupação que nenhuma tabela do registro tem; nos meses próximos são 0 %, e o limite para tantas linhas é 5,3 %.',
    ]);
    expect(other.status).toBe('AWAITING_APPROVAL');
    const next = await installation.load(
      await month('CAGEDMOV202307.txt', 300, (line) => ({ age: line < 200 ? '' : '30' })),
    );
    expect((await comparisonOf(next.id)).reasons.map(({ code }) => code)).toEqual(['nullPoints']);
  });

  test('few lines pass if chance explains the difference, and the checks that they do not allow are reported', async () => {
    await installation.load(await month('CAGEDMOV202306.txt', 30));
    const few = await installation.load(
      await month('CAGEDMOV202307.txt', 12, () => ({ salary: '2500,00', sex: '3' })),
    );
    expect(few.status).toBe('COMPLETED');
    expect((await comparisonOf(few.id)).files[0]?.unverified).toEqual([
      'Há poucas linhas para comparar: mesmo com a metade ou o dobro das linhas, a diferença poderia ser acaso ou variação usual.',
      'Há poucos salários: uma diferença de três vezes ainda poderia ser acaso.',
      'Há poucas linhas: uma coluna vazia ou trocada ainda poderia ser acaso.',
      'Há poucos salários: a falta da vírgula decimal em um de cada duzentos ainda poderia ser acaso.',
      'Há poucas linhas diferentes: não reconheceríamos as de outro mês.',
    ]);
  });

  test('the lines of another month under a new name wait', async () => {
    await installation.load(await month('CAGEDMOV202306.txt', 300, different));
    const copied = await installation.load(await month('CAGEDMOV202307.txt', 300, different));
    expect((await comparisonOf(copied.id)).reasons.map(({ message }) => message)).toEqual([
      'CAGEDMOV202307.txt: cerca de 100 % das linhas são as de junho de 2023, com outro mês: um dos dois arquivos está com o mês errado.',
    ]);
  });

  test('a version that loses most of its lines waits, however few it has', async () => {
    await installation.load(await month('CAGEDMOV202306.txt', 1200));
    const cut = await installation.load(await month('CAGEDMOV202306.txt', 2));
    expect(cut.status).toBe('AWAITING_APPROVAL');
    expect((await comparisonOf(cut.id)).reasons.map(({ message }) => message)).toEqual([
      'CAGEDMOV202306.txt: 1.198 linhas da versão publicada não estão neste arquivo (99,8 %); o limite é 0,5 %.',
      'CAGEDMOV202306.txt: perde 99,8 % das linhas da maior versão publicada: tem 2, e a publicada, 1.200 (o limite é 25 %).',
    ]);
    expect((await currentRelease(installation.store)).number).toBe(1);
    const shorter = await installation.load(await month('CAGEDMOV202306.txt', 1192));
    expect(shorter.status).toBe('COMPLETED');
  });

  test('a waiting upload is compared again once a neighbour is published, and then needs no approval', async () => {
    await installation.load(await month('CAGEDMOV202306.txt', 300));
    const july = await installation.load(await month('CAGEDMOV202307.txt', 3000));
    const august = await installation.load(await month('CAGEDMOV202308.txt', 3000));
    // The same number of lines as July and August, but salaries 100 times as high.
    const damaged = await installation.load(
      await month('CAGEDMOV202309.txt', 3000, () => ({ salary: '150000,00' })),
    );
    for (const { status } of [july, august, damaged]) expect(status).toBe('AWAITING_APPROVAL');
    const acts = { store: installation.store, clock };
    await approveUpload(acts, actor, august.id, { comparedWith: 1 });
    await installation.drain();
    const { store } = installation;
    expect(await findUpload(store, august.id)).toMatchObject({ status: 'COMPLETED', release: 2 });
    expect(await findUpload(store, july.id)).toMatchObject({ status: 'COMPLETED', release: 3 });
    const still = await findUpload(store, damaged.id);
    expect(still).toMatchObject({ status: 'AWAITING_APPROVAL', compared_release: 3 });
    // Its number of lines is no longer a reason.
    expect((await comparisonOf(damaged.id)).reasons.map(({ code }) => code)).toEqual([
      'wageRatio',
      'scaledPoints',
    ]);
  });

  test('the new codes of a file that was first compared with nothing are listed once there are others', async () => {
    const strange = await month('CAGEDMOV202307.txt', 300, (line) => ({
      salary: '150000,00',
      ...(line === 0 && { cbo: '225125' }),
    }));
    const first = await installation.load(strange);
    expect(first.status).toBe('AWAITING_APPROVAL');
    expect(await comparisonOf(first.id)).toMatchObject({
      against: null,
      files: [{ newCodes: [] }],
    });
    const june = await installation.load(await month('CAGEDMOV202306.txt', 300));
    expect(june.status).toBe('COMPLETED');
    expect(await comparisonOf(first.id)).toMatchObject({
      against: 1,
      files: [
        {
          newCodes: [
            { column: 'cbo2002ocupação', code: '225125', lines: 1, title: 'Médico clínico' },
          ],
        },
      ],
    });
  });

  test('new uploads go before those that are only compared again', async () => {
    const { store } = installation;
    await installation.load(await month('CAGEDMOV202306.txt', 300));
    const july = await installation.load(await month('CAGEDMOV202307.txt', 3000));
    const august = await installation.load(await month('CAGEDMOV202308.txt', 3000));
    const september = await queueUpload(
      store,
      {
        origin: 'web',
        competencia: null,
        createdBy: null,
        files: [
          { path: await month('CAGEDMOV202309.txt', 3000), name: 'CAGEDMOV202309.txt', stated: {} },
        ],
      },
      clock,
    );
    await approveUpload({ store, clock }, actor, august.id, { comparedWith: 1 });
    await installation.drain();
    expect((await findUpload(store, august.id))?.release).toBe(2);
    expect((await findUpload(store, september))?.release).toBe(3);
    expect((await findUpload(store, july.id))?.release).toBe(4);
  });

  test('a first load states that it has no comparison, and names the figures to check', async () => {
    const first = await installation.load(await month('CAGEDMOV202306.txt', 300, different));
    expect(first.status).toBe('COMPLETED');
    expect((await comparisonOf(first.id)).files[0]?.unverified[0]).toBe(
      'Primeiro envio: não há outro mês de MOV para comparar. Confira se estes números são plausíveis: 300 linhas; idade mais comum de 20 a 24 anos (13,3 % das linhas); jornada mais comum de 44 a 47 horas (100 % das linhas).',
    );
  });

  test('the first MOV of a month waits if it has other counts than an administrator imported', async () => {
    const { store } = installation;
    const capitals =
      '110020 120040 130260 140010 150140 160030 172100 211130 221100 230440 240810 250750 261160 270430'.split(
        ' ',
      );
    // 28 lines of 14 states: 18 admissions and 10 separations.
    const national = (name: string) =>
      month(name, 28, (line) => {
        const municipality = capitals[line % 14] ?? '';
        return { municipality, uf: municipality.slice(0, 2), region: municipality.slice(0, 1) };
      });
    const figures = [figureOf('202405', 36), figureOf('202406', 18)];
    await importFigures({ store, clock }, actor, { figures });
    const half = await installation.load(await national('CAGEDMOV202405.txt'));
    expect(half.status).toBe('AWAITING_APPROVAL');
    expect(
      (await comparisonOf(half.id)).reasons.map(({ code, message }) => [code, message]),
    ).toEqual([
      [
        'officialCounts',
        'CAGEDMOV202405.txt: em maio de 2024 tem 18 admissões (o MTE divulgou 36). A diferença passa do limite de 0,5 %. Fonte: Teste.',
      ],
    ]);
    const whole = await installation.load(await national('CAGEDMOV202406.txt'));
    expect(whole.status).toBe('COMPLETED');
  });

  test('the rows of a waiting upload remain after a restart', async () => {
    await installation.load(await month('CAGEDMOV202306.txt', 300));
    const waiting = await installation.load(await month('CAGEDMOV202307.txt', 3000));
    const { folder, databaseUrl } = installation;
    await installation.leave();
    installation = await openInstallation(folder, databaseUrl === undefined ? {} : { databaseUrl });
    const acts = { store: installation.store, clock };
    await approveUpload(acts, actor, waiting.id, { comparedWith: 1 });
    await installation.drain();
    const ended = await findUpload(installation.store, waiting.id);
    expect(ended).toMatchObject({ status: 'COMPLETED', release: 2 });
    expect(ended?.files[0]?.started_at).toBe(waiting.files[0]?.started_at);
  });
});
