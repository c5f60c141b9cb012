import { afterEach, beforeEach, expect, test } from 'vitest';
import { Comparison } from '../../../shared/contracts/comparison.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, textFile, type LineFields } from '../../../tests/support/official-file.ts';
import { loadLimits } from '../settings/load-settings.ts';
import { writeSetting } from '../settings/stored-settings.ts';
import { retryUpload } from '../ingest/upload-acts.ts';
import { findUpload } from '../ingest/uploads.ts';
import { restoreRelease } from '../releases/restore.ts';
import { cellsFor, changesBetween, encodedSums, lineSumsSql } from './line-sums.ts';

const clock = () => new Date();
const actor = { userId: null, address: null };

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(() => installation.close());

/** A thousand different lines: no two have the same age and salary. */
const honest: readonly LineFields[] = Array.from({ length: 1000 }, (_, line) => ({
  age: String(18 + (line % 40)),
  salary: `${1400 + line},00`,
  fixed_salary: `${1400 + line},00`,
  balance: line % 3 === 0 ? '-1' : '1',
  apprentice: line < 30 ? '1' : '0',
  category: line < 30 ? '103' : '101',
}));

const july = (lines: readonly LineFields[]) => officialFile('CAGEDMOV202307.txt', 'MOV', lines);
const late = (lines: readonly LineFields[]) => officialFile('CAGEDFOR202307.txt', 'FOR', lines);
const august = (own: readonly LineFields[]) => officialFile('CAGEDEXC202308.txt', 'EXC', own);
const load = async (lines: readonly LineFields[]) => installation.load(await july(lines));

async function comparedFile(id: string) {
  const row = await installation.store.db
    .selectFrom('uploads')
    .select('comparison')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { files, reasons } = Comparison.parse(JSON.parse(row.comparison ?? ''));
  return {
    revision: files[0]?.revision,
    newCodes: files[0]?.newCodes,
    months: files[0]?.months,
    messages: reasons.map(({ message }) => message),
  };
}

test('lost decimal commas in 2 % of the lines wait, and the comparison names the column and the factor', async () => {
  await load(honest);
  const damaged = honest.map((line, at) =>
    at % 50 === 0 ? { ...line, salary: line['salary']?.replace(',', '') ?? '' } : line,
  );
  const waiting = await load(damaged);
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  const { revision, messages } = await comparedFile(waiting.id);
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
    await late([...honest, ...honest.map((line) => ({ ...line, month: '202305' }))]),
  );
  const waiting = await installation.load(await late(honest));
  const { months } = await comparedFile(waiting.id);
  expect(months?.map(({ month, now, published }) => [month, now.lines, published?.lines])).toEqual([
    ['202305', 0, 1000],
    ['202306', 1000, 1000],
  ]);
});

test('an additional or a missing copy of a repeated line counts as one change', async () => {
  const twice = [...honest, ...honest.slice(0, 40)];
  await load(twice);
  // 40 lines lose one of their two copies, and 15 other lines get a second copy.
  const waiting = await load([...honest, ...honest.slice(100, 115)]);
  const { revision } = await comparedFile(waiting.id);
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
  const again = await load([...honest, ...honest.slice(100, 115)].toReversed());
  expect((await comparedFile(again.id)).revision).toMatchObject({ gone: 40, added: 15 });
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
  await load(honest);
  const revised = honest.map((line, at) => {
    if (at < 30) return { ...line, apprentice: '0' };
    if (at >= 900 && at < 912) return { ...line, salary: '5000,00', fixed_salary: '5000,00' };
    return line;
  });
  const waiting = await load(revised);
  const { revision } = await comparedFile(waiting.id);
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

test('a revision within the limit is published, with what changed', async () => {
  await load(honest);
  const revised = await load(honest.map((line, at) => (at < 5 ? { ...line, race: '3' } : line)));
  expect(revised.status).toBe('COMPLETED');
  const { revision } = await comparedFile(revised.id);
  expect(revision).toMatchObject({ gone: 5, added: 5 });
  expect(revision?.changes[0]).toMatchObject({ columns: ['raçacor'], lines: 5, only: '3' });
});

test('each truncated version waits for approval, and the whole file is published afterwards', async () => {
  await load(honest);
  for (const lines of [760, 580, 450]) {
    const cut = await load(honest.slice(0, lines));
    expect(cut.status).toBe('AWAITING_APPROVAL');
    const { messages } = await comparedFile(cut.id);
    expect(messages.join(' ')).toContain(
      `${1000 - lines} linhas da versão publicada não estão neste arquivo`,
    );
  }
  // Two lines more than the published version.
  const whole = await load([...honest, { age: '80' }, { age: '81' }]);
  expect(whole.status).toBe('COMPLETED');
});

test('a version that restores lost lines is published, also after an approved truncation', async () => {
  await load(honest);
  const cut = await installation.loadApproved(await july(honest.slice(0, 450)));
  expect(cut.status).toBe('COMPLETED');
  const whole = await load([...honest, { age: '80' }]);
  expect(whole).toMatchObject({ status: 'COMPLETED', release: 3 });
  const { revision } = await comparedFile(whole.id);
  expect(revision).toMatchObject({ publishedLines: 450, gone: 0, added: 551, isRestored: true });
});

test('an approved smaller version is the reference from then on, an undone one is not', async () => {
  await load([...honest, ...honest]);
  const smaller = await installation.loadApproved(await july(honest));
  expect(smaller).toMatchObject({ status: 'COMPLETED', release: 2 });
  const revised = await load(honest.map((line, at) => (at < 5 ? { ...line, race: '3' } : line)));
  expect(revised).toMatchObject({ status: 'COMPLETED', release: 3 });
  const { store } = installation;
  await restoreRelease({ store, clock }, actor, { number: 1, reason: 'engano' });
  const again = await load(honest.map((line, at) => (at < 4 ? { ...line, race: '3' } : line)));
  expect(again.status).toBe('AWAITING_APPROVAL');
});

test('a waiting upload is compared with the restored version of its month', async () => {
  await load(honest);
  await installation.loadApproved(await july([...honest, ...honest]));
  const waiting = await load(honest.slice(3));
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  const { store } = installation;
  await restoreRelease({ store, clock }, actor, { number: 1, reason: 'engano' });
  await installation.drain();
  expect(await findUpload(store, waiting.id)).toMatchObject({ status: 'COMPLETED', release: 3 });
});

test('in a month of 700 lines eight lost lines wait, and three lines that move the mean', async () => {
  const few = honest.slice(0, 700);
  await load(few);
  expect((await load(few.slice(7))).status).toBe('COMPLETED');
  // 1 % of 693 lines is fewer than seven lines.
  expect((await load(few.slice(14))).status).toBe('AWAITING_APPROVAL');
  const admissions = few
    .slice(20)
    .filter(({ balance }) => balance === '1')
    .slice(0, 3);
  const damaged = few
    .slice(7)
    .map((line) =>
      admissions.includes(line)
        ? { ...line, salary: line['salary']?.replace(',', '') ?? '' }
        : line,
    );
  const waiting = await load(damaged);
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  expect((await comparedFile(waiting.id)).messages.join()).toContain(
    'o salário médio das admissões passa',
  );
});

test('in a month of 200 lines two lost lines are published, and three more wait', async () => {
  await load(honest.slice(0, 200));
  expect((await load(honest.slice(2, 200))).status).toBe('COMPLETED');
  // 1 % of 198 lines is fewer than two lines; the largest version has 200.
  expect((await load(honest.slice(5, 200))).status).toBe('AWAITING_APPROVAL');
});

test('in a month of 90 lines ten lost lines are published', async () => {
  await load(honest.slice(0, 90));
  expect((await load(honest.slice(10, 90))).status).toBe('COMPLETED');
});

test('small losses add up: they are compared with the reference, not only with the last version', async () => {
  await load(honest);
  expect((await load(honest.slice(9))).status).toBe('COMPLETED');
  const second = await load(honest.slice(18));
  expect(second.status).toBe('AWAITING_APPROVAL');
  expect((await comparedFile(second.id)).messages).toEqual([
    'CAGEDMOV202307.txt: 18 linhas da maior versão publicada deste mês não estão neste arquivo (1,8 %), contando as revisões anteriores; o limite é 0,5 %.',
  ]);
});

test('small damages add up too, of versions with as many lines', async () => {
  await load(honest);
  const raced = (lines: number) =>
    honest.map((line, at) => (at < lines ? { ...line, race: '3' } : line));
  expect((await load(raced(8))).status).toBe('COMPLETED');
  const second = await load(raced(16));
  expect((await comparedFile(second.id)).messages.join()).toContain(
    '16 linhas da maior versão publicada deste mês não estão neste arquivo (1,6 %)',
  );
});

test('a few changed lines that move the mean wait for approval, whatever the limit', async () => {
  const { db } = installation.store;
  const value = { ...loadLimits.initial, revisionPercent: 50 };
  await writeSetting(db, loadLimits, value, { actor, at: clock() });
  await load(honest);
  // 20 admissions from 1.401 to 1.430 become 100 times as high.
  const admissions = honest.filter(({ balance }) => balance === '1').slice(0, 20);
  const damaged = honest.map((line) =>
    admissions.includes(line) ? { ...line, salary: line['salary']?.replace(',', '') ?? '' } : line,
  );
  const waiting = await load(damaged);
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  const salaries = honest.flatMap(({ balance, salary }) =>
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
  const { messages } = await comparedFile(waiting.id);
  // There are 666 admissions, two in every three reais: the median moves by 20 positions, which are 30 reais.
  expect(messages.join()).toContain(
    `o salário médio das admissões passa de ${before} para ${after}, e a mediana das admissões passa de R$ 1.899,50 para R$ 1.929,50, mais que 1 %: em 20 linhas só o salário mudou, sempre × 100`,
  );
});

test('five lines wait if they move the mean by more than 1 %, and not by less', async () => {
  await load(honest);
  const raised = (reais: number) =>
    honest.map((line, at) =>
      // Five admissions.
      [1, 2, 4, 5, 7].includes(at) ? { ...line, salary: `${1400 + at + reais},00` } : line,
    );
  // The admissions have 1,265,067 reais: 10,000 more are 0.8 %, 15,000 more are 1.2 %: 1,280,067 / 666.
  const waiting = await load(raised(3000));
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  const { messages } = await comparedFile(waiting.id);
  expect(messages.join()).toContain('1.922,02, mais que 1 %: em 5 linhas só o salário mudou');
  expect((await load(raised(2000))).status).toBe('COMPLETED');
});

test('the limit is a setting, and follows what two approved revisions of the kind have changed', async () => {
  const revisedBy = (lines: number, race: string) =>
    honest.map((line, at) => (at < lines ? { ...line, race } : line));
  await load(honest);
  await installation.loadApproved(await july(revisedBy(40, '3')));
  expect((await load(revisedBy(30, '2'))).status).toBe('AWAITING_APPROVAL');
  await installation.loadApproved(await july(revisedBy(30, '4')));
  // The approved revisions changed 4 % each (the second one also restores the first value of ten lines).
  expect((await load(revisedBy(30, '5'))).status).toBe('COMPLETED');
  const { db } = installation.store;
  const value = { ...loadLimits.initial, revisionPercent: 6 };
  await writeSetting(db, loadLimits, value, { actor, at: clock() });
  expect((await load(revisedBy(60, '1'))).status).toBe('COMPLETED');
});

test('one approval of two months does not define what is usual', async () => {
  const september = { month: '202309', declared_month: '202309' };
  const both = (race: string) => {
    const revised = honest.map((line, at) => (at < 40 ? { ...line, race } : line));
    const later = revised.map((line) => ({ ...line, ...september, salary: `2${line['salary']}` }));
    return Promise.all([july(revised), officialFile('CAGEDMOV202309.txt', 'MOV', later)]);
  };
  await installation.loadApproved(...(await both('1')));
  const approved = await installation.loadApproved(...(await both('3')));
  expect(approved).toMatchObject({ status: 'COMPLETED', release: 2 });
  // Again 40 of 1,000 lines change: 4 %, above the limit of 0.5 %.
  expect((await installation.load(...(await both('2')))).status).toBe('AWAITING_APPROVAL');
});

test('a version of an upload whose other file was refused, and tried again, is a reference like any other', async () => {
  const refused = await textFile('CAGEDFOR202307.txt', 'nada do registro\n');
  const partly = await installation.load(await july(honest), refused);
  expect(partly).toMatchObject({ status: 'FAILED', release: 1 });
  const { store, loading } = installation;
  await retryUpload({ store, clock, files: loading.files }, actor, partly.id);
  await installation.drain();
  const cut = await load(honest.slice(0, 760));
  expect(cut.status).toBe('AWAITING_APPROVAL');
  expect((await comparedFile(cut.id)).revision).toMatchObject({ publishedLines: 1000, gone: 240 });
});

test('exclusions are compared with the two columns that only they have', async () => {
  const lines = honest.map((line) => ({ ...line, exclusion_month: '202308' }));
  await installation.load(await august(lines));
  const changed = lines.map((line, at) => (at < 12 ? { ...line, exclusion_indicator: '0' } : line));
  const waiting = await installation.load(await august(changed));
  expect((await comparedFile(waiting.id)).revision).toMatchObject({
    gone: 12,
    added: 12,
    changes: [{ columns: ['indicadordeexclusão'], lines: 12, only: '0' }],
  });
});

test('new codes are those of no published movement, also in a version that only lacks lines', async () => {
  await load(honest);
  const excluded = honest.slice(0, 40).map((line, at) => ({
    ...line,
    exclusion_month: '202308',
    ...(at === 0 && { cbo: '225125' }),
  }));
  const found = [{ column: 'cbo2002ocupação', code: '225125', lines: 1, title: 'Médico clínico' }];
  const first = await installation.load(await august(excluded));
  expect((await comparedFile(first.id)).newCodes).toEqual(found);
  const fewer = await installation.load(await august(excluded.slice(0, -1)));
  expect(fewer.status).toBe('COMPLETED');
  expect(await comparedFile(fewer.id)).toMatchObject({
    revision: { gone: 1, added: 0 },
    newCodes: found,
  });
  const movements = honest.map((line, at) => (at === 1 ? { ...line, cbo: '225125' } : line));
  const changed = await load(movements);
  expect((await comparedFile(changed.id)).newCodes).toEqual(found);
  const shorter = await load(movements.slice(0, -1));
  expect(await comparedFile(shorter.id)).toMatchObject({
    revision: { gone: 1, added: 0 },
    newCodes: [],
  });
});
