import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { type LineFields } from '../../../tests/support/official-file.ts';
import {
  august,
  comparedFile,
  original,
  july,
  late,
  withRace,
} from '../../../tests/support/revised-month.ts';
import { describeChanges } from './line-changes.ts';
import { loadLimits } from '../settings/load-settings.ts';
import { writeSetting } from '../settings/stored-settings.ts';
import { cellsFor, changesBetween, encodedSums, lineSumsSql } from './line-sums.ts';

const clock = () => new Date();
const actor = { userId: null, address: null };

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(() => installation.close());

const load = async (lines: readonly LineFields[]) => installation.load(await july(lines));

test('lost decimal commas in 2 % of the lines wait, and the comparison names the column and the factor', async () => {
  await load(original);
  const damaged = original.map((line, at) =>
    at % 50 === 0 ? { ...line, salary: line['salary']?.replace(',', '') ?? '' } : line,
  );
  const waiting = await load(damaged);
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  const { revision, messages } = await comparedFile(installation, waiting.id);
  expect(messages[0]).toBe(
    'CAGEDMOV202307.txt: 20 linhas da versão publicada não estão neste arquivo (2 %), e 20 linhas deste arquivo não estão na versão publicada; o limite é 0,5 %: em 20 linhas só o salário mudou, sempre × 100.',
  );
  expect(revision).toMatchObject({ publishedLines: 1000, gone: 20, added: 20, isRestored: false });
  expect(revision?.changes).toEqual([
    { columns: ['salário'], lines: 20, isEstimate: false, factor: 100, only: null },
  ]);
  expect(revision?.examples.length).toBe(10);
  for (const { published, now, columns } of revision?.examples ?? []) {
    expect(columns).toEqual(['salário']);
    expect(now?.['salário']).toBe(published?.['salário']?.replace(',00', '00,00'));
  }
});

test('a month that a new version of late declarations lacks is shown with zero lines', async () => {
  await installation.load(
    await late([...original, ...original.map((line) => ({ ...line, month: '202305' }))]),
  );
  const waiting = await installation.load(await late(original));
  const { months } = await comparedFile(installation, waiting.id);
  expect(months?.map(({ month, now, published }) => [month, now.lines, published?.lines])).toEqual([
    ['202305', 0, 1000],
    ['202306', 1000, 1000],
  ]);
});

test('an additional or a missing copy of a repeated line counts as one change', async () => {
  const twice = [...original, ...original.slice(0, 40)];
  await load(twice);
  // 40 lines lose one of their two copies, and 15 other lines get a second copy.
  const waiting = await load([...original, ...original.slice(100, 115)]);
  const { revision } = await comparedFile(installation, waiting.id);
  expect(revision).toMatchObject({ publishedLines: 1040, gone: 40, added: 15 });
  const stored = await installation.store.db
    .selectFrom('file_line_sums')
    .select('sums')
    .orderBy('batch')
    .execute();
  const [before = '', after = ''] = stored.map(({ sums }) => sums);
  expect(changesBetween(before, after)).toEqual({ gone: 40, added: 15 });
  // Without the sums the lines themselves are compared.
  await installation.store.db.deleteFrom('file_line_sums').execute();
  const again = await load([...original, ...original.slice(100, 115)].toReversed());
  expect((await comparedFile(installation, again.id)).revision).toMatchObject({
    gone: 40,
    added: 15,
  });
});

test('sums of line hashes count the changed lines of large files, up to a limit', async () => {
  const lines = 200_000;
  /** The sums of the hashes of whole numbers. */
  const sumsOf = async (numbers: string) => {
    const [row] = await installation.warehouse.rows<{ sums: string[] }>({
      text: `
        with cityHash64(number) as line
        select ${lineSumsSql('line', cellsFor(lines))} as sums from (${numbers})`,
    });
    return encodedSums(row?.sums ?? []);
  };
  const before = await sumsOf(`select number from numbers(${lines})`);
  // 900 numbers less, 300 more, and seven more copies of one.
  const after = await sumsOf(`
    select number from numbers(900, ${lines - 600})
    union all select 5000 as number from numbers(7)`);
  expect(changesBetween(before, after)).toEqual({ gone: 900, added: 307 });
  expect(changesBetween(after, before)).toEqual({ gone: 307, added: 900 });
  expect(changesBetween(before, before)).toEqual({ gone: 0, added: 0 });
  const other = await sumsOf(`select number from numbers(20000, ${lines})`);
  expect(changesBetween(before, other)).toBeUndefined();
});

test('columns that change together, and a column with one value, are named', async () => {
  await load(original);
  const revised = original.map((line, at) => {
    if (at < 30) return { ...line, apprentice: '0' };
    if (at >= 900 && at < 912) return { ...line, salary: '5000,00', fixed_salary: '5000,00' };
    return line;
  });
  const waiting = await load(revised);
  const { revision } = await comparedFile(installation, waiting.id);
  expect(revision?.changes).toEqual([
    { columns: ['indicadoraprendiz'], lines: 30, isEstimate: false, factor: null, only: '0' },
    {
      columns: ['salário', 'valorsaláriofixo'],
      lines: 12,
      isEstimate: false,
      factor: null,
      only: null,
    },
  ]);
});

test('a line that lost one copy and changed in the other counts as one change', async () => {
  await load([...original, ...original.slice(0, 20)]);
  const waiting = await load(withRace(20, '3'));
  const { revision } = await comparedFile(installation, waiting.id);
  expect(revision).toMatchObject({ gone: 40, added: 20 });
  expect(revision?.changes).toEqual([
    { columns: ['raçacor'], lines: 20, isEstimate: false, factor: null, only: '3' },
  ]);
});

test('five lines of double the salary in place of one are no factor of ten', async () => {
  await load(original);
  const doubled = original.flatMap((line, at): LineFields[] => {
    if (at >= 12) return [line];
    const salary = `${2 * (1400 + at)},00`;
    return Array.from({ length: 5 }, () => ({ ...line, salary }));
  });
  const waiting = await load(doubled);
  const { revision } = await comparedFile(installation, waiting.id);
  expect(revision).toMatchObject({ gone: 12, added: 60 });
  expect(revision?.changes).toEqual([
    { columns: ['salário'], lines: 12, isEstimate: false, factor: null, only: null },
  ]);
});

test('a value and a factor that not every changed line has are not named', async () => {
  const copies = original.slice(0, 20);
  await load([...original, ...copies]);
  const revised = original.map((line, at) => {
    if (at < 20) return { ...line, race: '2' };
    if (at < 900 || at >= 920) return line;
    return { ...line, salary: `${(at < 910 ? 100 : 2) * (1400 + at)},00` };
  });
  const waiting = await load([...revised, ...copies.map((line) => ({ ...line, race: '3' }))]);
  const { revision } = await comparedFile(installation, waiting.id);
  expect(revision?.changes).toEqual([
    { columns: ['raçacor'], lines: 40, isEstimate: false, factor: null, only: null },
    { columns: ['salário'], lines: 20, isEstimate: false, factor: null, only: null },
  ]);
});

/** Describes the changes between the first two loads, as if this many lines had changed on each side. */
const described = (changed: number) =>
  describeChanges(
    installation.warehouse,
    { kind: 'MOV', before: 1, after: 2 },
    { gone: changed, added: changed },
    { timeoutMs: 60_000 },
  );

test('of millions of changed lines a sample is grouped, and stands for all', async () => {
  await load(original);
  await load(original.map((line) => ({ ...line, race: '3' })));
  const [whole] = (await described(1000)).changes;
  expect(whole).toMatchObject({ columns: ['raçacor'], lines: 1000, isEstimate: false });
  // 2 × 500.000 lines of 28 columns are five times the rows that are grouped, so one in five lines is.
  const [estimate] = (await described(500_000)).changes;
  expect(estimate).toMatchObject({ columns: ['raçacor'], isEstimate: true, only: '3' });
  expect((estimate?.lines ?? 0) % 5).toBe(0);
  expect(Math.abs((estimate?.lines ?? 0) - 1000)).toBeLessThan(250);
});

test('a revision within the limit is published, with what changed', async () => {
  await load(original);
  const revised = await load(original.map((line, at) => (at < 5 ? { ...line, race: '3' } : line)));
  expect(revised.status).toBe('COMPLETED');
  const { revision } = await comparedFile(installation, revised.id);
  expect(revision).toMatchObject({ gone: 5, added: 5 });
  expect(revision?.changes[0]).toMatchObject({ columns: ['raçacor'], lines: 5, only: '3' });
});

test('each truncated version waits for approval, and the whole file is published afterwards', async () => {
  await load(original);
  for (const lines of [760, 580, 450]) {
    const cut = await load(original.slice(0, lines));
    expect(cut.status).toBe('AWAITING_APPROVAL');
    const { messages } = await comparedFile(installation, cut.id);
    expect(messages.join(' ')).toContain(
      `${1000 - lines} linhas da versão publicada não estão neste arquivo`,
    );
  }
  // Two lines more than the published version.
  const whole = await load([...original, { age: '80' }, { age: '81' }]);
  expect(whole.status).toBe('COMPLETED');
});

test('in a month of 200 lines two lost lines are published, and three more wait', async () => {
  await load(original.slice(0, 200));
  expect((await load(original.slice(2, 200))).status).toBe('COMPLETED');
  // 1 % of 198 lines is fewer than two lines; the largest version has 200.
  expect((await load(original.slice(5, 200))).status).toBe('AWAITING_APPROVAL');
});

test('small losses add up: they are compared with the reference, not only with the last version', async () => {
  await load(original);
  expect((await load(original.slice(9))).status).toBe('COMPLETED');
  const second = await load(original.slice(18));
  expect(second.status).toBe('AWAITING_APPROVAL');
  expect((await comparedFile(installation, second.id)).messages).toEqual([
    'CAGEDMOV202307.txt: 18 linhas da maior versão publicada deste mês não estão neste arquivo (1,8 %), contando as revisões anteriores; o limite é 0,5 %.',
  ]);
});

test('small damages add up too, of versions with as many lines', async () => {
  await load(original);
  expect((await load(withRace(8, '3'))).status).toBe('COMPLETED');
  const second = await load(withRace(16, '3'));
  expect((await comparedFile(installation, second.id)).messages.join()).toContain(
    '16 linhas da maior versão publicada deste mês não estão neste arquivo (1,6 %)',
  );
});

test('a few changed lines that move the mean wait for approval, whatever the limit', async () => {
  const { db } = installation.store;
  const value = { ...loadLimits.initial, revisionPercent: 50 };
  await writeSetting(db, loadLimits, value, { actor, at: clock() });
  await load(original);
  // 20 admissions from 1.401 to 1.430 become 100 times as high.
  const admissions = original.filter(({ balance }) => balance === '1').slice(0, 20);
  const damaged = original.map((line) =>
    admissions.includes(line) ? { ...line, salary: line['salary']?.replace(',', '') ?? '' } : line,
  );
  const waiting = await load(damaged);
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  const salaries = original.flatMap(({ balance, salary }) =>
    balance === '1' ? [Number.parseInt(salary ?? '', 10)] : [],
  );
  const sum = salaries.reduce((total, pay) => total + pay, 0);
  const scaled = admissions.reduce(
    (total, { salary }) => total + Number.parseInt(salary ?? '', 10),
    0,
  );
  const [before, after] = [sum / 666, (sum + 99 * scaled) / 666].map((pay) =>
    pay.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' }),
  );
  const { messages } = await comparedFile(installation, waiting.id);
  // There are 666 admissions, two in every three reais: the median moves by 20 positions, which are 30 reais.
  expect(messages.join()).toContain(
    `o salário médio das admissões passa de ${before} para ${after}, e a mediana das admissões passa de R$ 1.899,50 para R$ 1.929,50, mais que 1 %: em 20 linhas só o salário mudou, sempre × 100`,
  );
});

test('exclusions are compared with the two columns that only they have', async () => {
  const lines = original.map((line) => ({ ...line, exclusion_month: '202308' }));
  await installation.load(await august(lines));
  const changed = lines.map((line, at) => (at < 12 ? { ...line, exclusion_indicator: '0' } : line));
  const waiting = await installation.load(await august(changed));
  expect((await comparedFile(installation, waiting.id)).revision).toMatchObject({
    gone: 12,
    added: 12,
    changes: [{ columns: ['indicadordeexclusão'], lines: 12, only: '0' }],
  });
});
