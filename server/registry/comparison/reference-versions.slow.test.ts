import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, textFile, type LineFields } from '../../../tests/support/official-file.ts';
import {
  august,
  comparedFile,
  original,
  july,
  withRace,
} from '../../../tests/support/revised-month.ts';
import { loadLimits } from '../settings/load-settings.ts';
import { writeSetting } from '../settings/stored-settings.ts';
import { retryUpload } from '../ingest/upload-acts.ts';
import { findUpload } from '../ingest/uploads.ts';
import { restoreRelease } from '../releases/restore.ts';

const clock = () => new Date();
const actor = { userId: null, address: null };

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(() => installation.close());

const raised = (reais: number) =>
  original.map((line, at) =>
    // Five admissions.
    [1, 2, 4, 5, 7].includes(at) ? { ...line, salary: `${1400 + at + reais},00` } : line,
  );

const load = async (lines: readonly LineFields[]) => installation.load(await july(lines));

test('a version that restores lost lines is published, also after an approved truncation', async () => {
  // The cut one has no men: the whole one is compared with the version that it restores.
  const mixed = original.map((line, at) => ({ ...line, sex: at < 450 ? '3' : '1' }));
  await load(mixed);
  const cut = await installation.loadApproved(await july(mixed.slice(0, 450)));
  expect(cut.status).toBe('COMPLETED');
  const whole = await load([...mixed, { age: '80' }]);
  expect(whole).toMatchObject({ status: 'COMPLETED', release: 3 });
  const { revision } = await comparedFile(installation, whole.id);
  expect(revision).toMatchObject({ publishedLines: 450, gone: 0, added: 551, isRestored: true });
});

test('an approved smaller version is the reference from then on, an undone one is not', async () => {
  await load(original);
  await installation.loadApproved(await july([...original, ...original]));
  const smaller = await installation.loadApproved(await july(original));
  expect(smaller).toMatchObject({ status: 'COMPLETED', release: 3 });
  const revised = await load(original.map((line, at) => (at < 5 ? { ...line, race: '3' } : line)));
  expect(revised).toMatchObject({ status: 'COMPLETED', release: 4 });
  const { store } = installation;
  await restoreRelease({ store, clock }, actor, { number: 2, reason: 'engano' });
  const again = await load(original.map((line, at) => (at < 4 ? { ...line, race: '3' } : line)));
  expect(again.status).toBe('AWAITING_APPROVAL');
  // 40 % more lines: the undone approval of a change of half the lines does not make that usual.
  const more = original.filter((_, at) => at % 5 > 0);
  expect((await load([...original, ...original, ...more])).status).toBe('AWAITING_APPROVAL');
});

test('a waiting upload is compared with the restored version of its month', async () => {
  await load(original);
  await installation.loadApproved(await july([...original, ...original]));
  const waiting = await load(original.slice(3));
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  const { store } = installation;
  await restoreRelease({ store, clock }, actor, { number: 1, reason: 'engano' });
  await installation.drain();
  expect(await findUpload(store, waiting.id)).toMatchObject({ status: 'COMPLETED', release: 3 });
});

test('in a month of 700 lines eight lost lines wait, and three lines that move the mean', async () => {
  const few = original.slice(0, 700);
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
  expect((await comparedFile(installation, waiting.id)).messages.join()).toContain(
    'o salário médio das admissões passa',
  );
});

test('in a month of 90 lines ten lost lines are published', async () => {
  await load(original.slice(0, 90));
  expect((await load(original.slice(10, 90))).status).toBe('COMPLETED');
});

test('five lines wait if they move the mean by more than 1 %, and not by less', async () => {
  await load(original);
  // The admissions have 1,265,067 reais: 10,000 more are 0.8 %, 15,000 more are 1.2 %: 1,280,067 / 666.
  const waiting = await load(raised(3000));
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  const { messages } = await comparedFile(installation, waiting.id);
  expect(messages.join()).toContain('1.922,02, mais que 1 %: em 5 linhas só o salário mudou');
  expect((await load(raised(2000))).status).toBe('COMPLETED');
});

test('the limit is a setting, and follows what two approved revisions of the kind have changed', async () => {
  await load(original);
  await installation.loadApproved(await july(withRace(40, '3')));
  expect((await load(withRace(30, '2'))).status).toBe('AWAITING_APPROVAL');
  await installation.loadApproved(await july(withRace(30, '4')));
  // The approved revisions changed 4 % each (the second one also restores the first value of ten lines).
  expect((await load(withRace(30, '5'))).status).toBe('COMPLETED');
  const { db } = installation.store;
  const value = { ...loadLimits.initial, revisionPercent: 6 };
  await writeSetting(db, loadLimits, value, { actor, at: clock() });
  expect((await load(withRace(60, '1'))).status).toBe('COMPLETED');
});

// From all over the month, so that the median does not move.
const more = (lines: number) =>
  Array.from({ length: lines }, (_, at) => ({
    ...original[(at * 377) % 1000],
    race: '3',
    age: '70',
  }));

test('approved revisions that only add lines define what is usual too', async () => {
  await load(original);
  // 40 of 1,000 lines more, and 40 of 1,040.
  await installation.loadApproved(await july([...original, ...more(40)]));
  await installation.loadApproved(await july([...original, ...more(80)]));
  // 41 of 1,080 lines are 3.80 %, and 42 are 3.89 %: the second largest share is 3.85 %.
  expect((await load([...original, ...more(122)])).status).toBe('AWAITING_APPROVAL');
  expect((await load([...original, ...more(121)])).status).toBe('COMPLETED');
});

test('one approval of two months does not define what is usual', async () => {
  const september = { month: '202309', declared_month: '202309' };
  const both = (race: string) => {
    const revised = original.map((line, at) => (at < 40 ? { ...line, race } : line));
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
  const partly = await installation.load(await july(original), refused);
  expect(partly).toMatchObject({ status: 'FAILED', release: 1 });
  const { store, loading } = installation;
  await retryUpload({ store, clock, files: loading.files }, actor, partly.id);
  await installation.drain();
  const cut = await load(original.slice(0, 760));
  expect(cut.status).toBe('AWAITING_APPROVAL');
  expect((await comparedFile(installation, cut.id)).revision).toMatchObject({
    publishedLines: 1000,
    gone: 240,
  });
});

test('new codes are those of no published movement, also in a version that only lacks lines', async () => {
  await load(original);
  const excluded = original.slice(0, 40).map((line, at) => ({
    ...line,
    exclusion_month: '202308',
    ...(at === 0 && { cbo: '225125' }),
  }));
  const found = [{ column: 'cbo2002ocupação', code: '225125', lines: 1, title: 'Médico clínico' }];
  const first = await installation.load(await august(excluded));
  expect((await comparedFile(installation, first.id)).newCodes).toEqual(found);
  const fewer = await installation.load(await august(excluded.slice(0, -1)));
  expect(fewer.status).toBe('COMPLETED');
  expect(await comparedFile(installation, fewer.id)).toMatchObject({
    revision: { gone: 1, added: 0 },
    newCodes: found,
  });
  const movements = original.map((line, at) => (at === 1 ? { ...line, cbo: '225125' } : line));
  const changed = await load(movements);
  expect((await comparedFile(installation, changed.id)).newCodes).toEqual(found);
  const shorter = await load(movements.slice(0, -1));
  expect(await comparedFile(installation, shorter.id)).toMatchObject({
    revision: { gone: 1, added: 0 },
    newCodes: [],
  });
});
