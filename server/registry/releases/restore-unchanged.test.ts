import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { cancelUpload, retryUpload } from '../ingest/upload-acts.ts';
import { findUpload, type FoundUpload } from '../ingest/uploads.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { restoreRelease } from './restore.ts';

// An upload awaits approval, and a rollback undoes the version to which one of its files was equal.

const actor = { userId: null, address: null };
const main = (month: string, lines: number) =>
  officialFile(
    `CAGEDMOV${month}.txt`,
    'MOV',
    Array.from({ length: lines }, () => ({ month, declared_month: month })),
  );
const outcomesOf = ({ files }: FoundUpload) => files.map(({ outcome }) => outcome);

let installation: Installation;
let waiting: FoundUpload;
beforeEach(async () => {
  installation = await newInstallation();
  await installation.load(await main('202306', 3));
  const july = await main('202307', 4);
  await installation.load(july);
  // Late declarations without the main file of their month wait for approval.
  const late = { month: '202306', declared_month: '202308' };
  const august = await officialFile('CAGEDFOR202308.txt', 'FOR', [late]);
  waiting = await installation.loadWith({}, july, august);
  expect(waiting.status).toBe('AWAITING_APPROVAL');
  expect(outcomesOf(waiting)).toEqual(['UNCHANGED', null]);
  await restoreRelease(installation.loading, actor, { number: 1, reason: 'engano' });
});
afterEach(async () => installation.close());

const ended = async () => {
  await installation.drain();
  const upload = await findUpload(installation.store, waiting.id);
  const { files } = await currentRelease(installation.store);
  return {
    outcomes: upload && outcomesOf(upload),
    published: files.map(({ kind, month }) => `${kind} ${month}`).toSorted(),
  };
};

test('the undone content does not return when the upload is compared again', async () => {
  await installation.load(await main('202308', 5));
  expect(await ended()).toEqual({
    outcomes: ['UNCHANGED', 'PUBLISHED'],
    published: ['FOR 202308', 'MOV 202306', 'MOV 202308'],
  });
});

test('a retry of the upload publishes the undone content again', async () => {
  await cancelUpload(installation.loading, actor, waiting.id);
  await retryUpload(installation.loading, actor, waiting.id);
  // The main file of August is still missing, so that both files wait.
  expect((await ended()).outcomes).toEqual([null, null]);
  await installation.load(await main('202308', 5));
  expect(await ended()).toEqual({
    outcomes: ['PUBLISHED', 'PUBLISHED'],
    published: ['FOR 202308', 'MOV 202306', 'MOV 202307', 'MOV 202308'],
  });
});
