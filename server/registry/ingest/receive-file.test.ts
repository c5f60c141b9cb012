import { mkdtempSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialText } from '../../../tests/support/official-file.ts';
import { queueFromSource } from '../source-loads/source-loads.ts';
import { openSource } from '../sources/open.ts';
import type { Source } from '../sources/source.ts';
import type { Loading } from './loading.ts';
import { uploadRunner } from './upload-jobs.ts';
import { findUpload } from './uploads.ts';

const spare = 2 ** 30;
const noPerson = { userId: null, address: null };
const text = officialText(
  'MOV',
  Array.from({ length: 100 }, () => ({})),
);
const noRoom = expect.stringContaining('não tem espaço livre em disco');
let source: Source;
let installation: Installation;
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'caged-source-'));
  await writeFile(join(folder, 'CAGEDMOV202307.txt'), text);
  source = openSource(folder);
  installation = await newInstallation({ source });
});
afterEach(() => installation.close());

async function queue(from: Source): Promise<string> {
  const { store, clock } = installation.loading;
  const deps = { store, clock, source: from, wake: () => undefined };
  return queueFromSource(deps, noPerson, '202307', await from.list());
}

const found = (id: string) => findUpload(installation.store, id);

async function run(id: string, options: Partial<Loading>) {
  const loading = { ...installation.loading, ...options };
  await uploadRunner({ loading, logger: pino({ level: 'silent' }) }).drain();
  return found(id);
}

test.each([
  ['needs room only for the rest', 1000, { outcome: 'PUBLISHED' }],
  ['is refused without room for the rest', 999, { outcome: 'REFUSED', message: noRoom }],
])('a download of which all but 1000 bytes are on disk %s', async (_, room, expected) => {
  const id = await queue(source);
  const [file] = (await found(id))?.files ?? [];
  const part = installation.loading.files.here(`${file?.path}.part`);
  await mkdir(dirname(part), { recursive: true });
  await writeFile(part, text.slice(0, -1000));
  const upload = await run(id, { freeBytes: async () => spare + room });
  expect(upload?.files).toMatchObject([expected]);
});

test('the engine needs room for the file that arrived, whose size the source did not state', async () => {
  const silent: Source = {
    ...source,
    list: async (options) => (await source.list(options)).map((file) => ({ ...file, bytes: null })),
  };
  const id = await queue(silent);
  const dataDir = join(installation.folder, 'engine');
  const freeBytes = async (directory: string) =>
    spare + (directory === dataDir ? Buffer.byteLength(text) - 1 : 2 ** 30);
  const upload = await run(id, { source: silent, dataDir, freeBytes });
  expect(upload?.files).toMatchObject([{ outcome: 'REFUSED', message: noRoom }]);
});
