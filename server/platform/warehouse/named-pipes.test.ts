import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWritePipe, Pipes } from './named-pipes.ts';

let folder: string;
let pipes: Pipes;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caged-pipes-'));
  pipes = await Pipes.make(folder, 1);
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes and reads a text through a pipe. Returns its path. */
async function passed(word: string): Promise<string> {
  const writePipe = await openWritePipe(pipes);
  const reading = text(createReadStream(writePipe.path));
  (await writePipe.writer).end(word);
  expect(await reading).toBe(word);
  await writePipe.remove();
  return writePipe.path;
}

test('one pipe serves one load after another, and a further one is made for two at once', async () => {
  const first = await passed('um');
  const reading = await openWritePipe(pipes);
  expect(reading.path).toBe(first);
  expect(await passed('dois')).not.toBe(first);
  expect(await readdir(folder)).toHaveLength(2);
  await reading.remove();
});

test('a pipe that cannot be opened fails only its writer', async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name));
  const writePipe = await openWritePipe(pipes);
  await expect(writePipe.writer).rejects.toThrow('ENOENT');
  await writePipe.remove();
});

/** Opens a pipe for reading with one free descriptor, of the two that it needs. Prints what became of both. */
const opening = `
  const { closeSync, openSync, readdirSync } = await import('node:fs');
  const { openReadPipe, Pipes } = await import(process.argv[1]);
  const pipes = await Pipes.make(process.argv[2], 1);
  const taken = [];
  const isOpened = () => {
    try {
      return taken.push(openSync('/dev/null')) > 0;
    } catch {
      return false;
    }
  };
  while (isOpened());
  closeSync(taken.pop());
  await openReadPipe(pipes).catch(({ code }) => console.log(code));
  console.log(isOpened() ? 'free' : 'held');
  for (const descriptor of taken) closeSync(descriptor);
  const { path, remove } = await openReadPipe(pipes);
  console.log(readdirSync(process.argv[2]).length);
  await remove();`;

test('a pipe for which a descriptor is missing holds none, and is used again', async () => {
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -n 64 && exec "$0" --input-type=module --eval "$@"',
    process.execPath,
    opening,
    join(import.meta.dirname, 'named-pipes.ts'),
    folder,
  ]);
  // With the pipe of this test.
  expect(stdout.split('\n')).toEqual(['EMFILE', 'free', '2', '']);
});

test('a pipe that the engine never opened is reused, and so is one whose reader closed it', async () => {
  const untouched = await openWritePipe(pipes);
  await untouched.remove();
  expect(await passed('três')).toBe(untouched.path);

  const left = await openWritePipe(pipes);
  const reader = createReadStream(left.path);
  const writer = await left.writer;
  const closed = new Promise((resolve) => writer.once('error', () => {}).once('close', resolve));
  writer.write('what no one reads'.repeat(10_000));
  await once(reader, 'readable');
  reader.destroy();
  await closed;
  await left.remove();
  expect(await passed('quatro')).toBe(left.path);
  expect(await readdir(folder)).toHaveLength(1);
});

test('aborting a pipe ends every wait on it, and a later reader finds no file', async () => {
  const late = await openWritePipe(pipes);
  const refused = expect(late.writer).rejects.toThrow('aborted');
  late.abort();
  late.abort();
  await refused;
  await expect(readFile(late.path)).rejects.toThrow('ENOENT');
  await late.remove();

  const read = await openWritePipe(pipes);
  const reading = readFile(read.path, 'utf8');
  (await read.writer).write('metade');
  read.abort();
  expect(['', 'metade']).toContain(await reading);
  await read.remove();
  expect(await readdir(folder)).toEqual([]);
  expect(await passed('cinco')).not.toBe(read.path);
});
