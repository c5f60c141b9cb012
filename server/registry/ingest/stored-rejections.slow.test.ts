import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialText, textFile } from '../../../tests/support/official-file.ts';
import { uploadRunner } from './upload-jobs.ts';
import { rejectedLines } from '../../../tests/support/rejected-lines.ts';
import { rejectedLinesCsv, rejectionSummary } from './rejections.ts';
import { findUpload, queueUpload } from './uploads.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(() => installation.close());

/** Loads a text with a limit on the stored rejected lines, and returns its file. */
async function load(text: string, storedRejections: number) {
  const path = await textFile('CAGEDMOV202307.txt', text);
  const id = await queueUpload(
    installation.store,
    {
      origin: 'web',
      competencia: null,
      createdBy: null,
      files: [{ path, name: 'CAGEDMOV202307.txt', stated: {} }],
    },
    () => new Date(),
  );
  const loading = { ...installation.loading, storedRejections, maxRejectedPercent: 90 };
  await uploadRunner({ loading, logger: pino({ level: 'silent' }) }).drain();
  const file = (await findUpload(installation.store, id))?.files[0];
  if (file === undefined) throw new Error('The upload has no file.');
  return file;
}

const lines = (count: number, salary: string) => Array.from({ length: count }, () => ({ salary }));
const csvOf = async (batch: number) => {
  let text = '';
  for await (const chunk of rejectedLinesCsv(installation.warehouse, batch)) text += chunk;
  return text;
};

test('of very many rejected lines the first are stored and the others counted, by reason', async () => {
  // Lines 2 to 7 are empty, 8 to 17 good, 18 to 27 have no readable salary, 28 and 29 have an absurdly high one.
  const [header = '', ...rest] = officialText('MOV', [
    ...lines(10, '1500,00'),
    ...lines(10, 'x'),
    ...lines(2, '99999999999999,00'),
  ]).split('\r\n');
  const file = await load(
    [header, ...Array.from({ length: 6 }, () => ''), ...rest].join('\r\n'),
    8,
  );
  expect(file).toMatchObject({ outcome: 'PUBLISHED', lines: 28, accepted: 10, rejected: 18 });

  const stored = await rejectedLines(installation.warehouse, file.batch);
  expect(stored.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 18, 19, 29]);
  const summary = await rejectionSummary(installation.warehouse, file.batch);
  expect(summary).toMatchObject({ total: 18, unkept: 9, others: 0 });
  expect(
    summary.groups.map(({ column, count, examples }) => [
      column,
      count,
      examples.map(({ line }) => line),
    ]),
  ).toEqual([
    ['salário', 10, [18, 19]],
    ['(linha)', 6, [2, 3, 4]],
    ['salário', 2, [29]],
  ]);
  const csv = (await csvOf(file.batch)).split('\r\n');
  expect(csv[1]).toBe(
    '"";"(lista cortada)";"Esta lista está cortada: mais 9 linhas foram rejeitadas e só contadas.";""',
  );
  expect(csv).toHaveLength(1 + 1 + 9 + 1);
});

test('a list that lacks one line says so in the singular', async () => {
  const file = await load(officialText('MOV', [...lines(10, '1500,00'), ...lines(6, 'x')]), 4);
  expect(await rejectionSummary(installation.warehouse, file.batch)).toMatchObject({ unkept: 1 });
  expect(await csvOf(file.batch)).toContain('mais 1 linha foi rejeitada e só contada.');
});

test('a file truncated in its last line is reported as such, after any number of rejected lines', async () => {
  const text = officialText('MOV', [...lines(10, '1500,00'), ...lines(20, 'x')]);
  const file = await load(`${text}202307;3;35`, 4);
  expect(file).toMatchObject({ outcome: 'REFUSED', lines: 31, accepted: 10, rejected: 21 });
  expect(file.message).toContain('termina no meio de uma linha');
});

test('a file truncated after a whole value is reported too, and one whose last line is whole is not', async () => {
  const text = officialText('MOV', lines(10, '1500,00'));
  const cut = await load(`${text}202307;3;35;355030;G;4781400;1;521110;101;7;30;44,00`, 4);
  expect(cut.message).toContain('termina no meio de uma linha');
  const [header = '', whole = ''] = text.split('\r\n');
  // The line before the last one is rejected, and the last one has no line end.
  const file = await load([header, whole, '', whole].join('\r\n'), 4);
  expect(file).toMatchObject({ outcome: 'PUBLISHED', accepted: 2, rejected: 1 });
});

test('empty lines that are only counted are empty too', async () => {
  const file = await load(`${officialText('MOV', lines(1, '1500,00'))}${'\r\n'.repeat(19)}`, 4);
  expect(file.message).toContain(
    '19 de 20 linhas foram rejeitadas (95 %, e o limite é 90 %); o arquivo não foi publicado. Todas elas estão vazias.',
  );
});

test('a list that is whole does not say that it is cut', async () => {
  const file = await load(officialText('MOV', [...lines(10, '1500,00'), ...lines(4, 'x')]), 4);
  expect(file).toMatchObject({ accepted: 10, rejected: 4 });
  expect(await rejectionSummary(installation.warehouse, file.batch)).toMatchObject({ unkept: 0 });
  expect(await csvOf(file.batch)).not.toContain('cortada');
});
