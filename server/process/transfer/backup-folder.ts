import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { sum } from 'd3-array';
import { z } from 'zod';
import { StartError } from '../../platform/errors.ts';
import { ignoreMissing } from '../../platform/ignore-missing.ts';
import { parseJson } from '../../../shared/contracts/parse-json.ts';
import { knownMigrations, requireNotTooOld } from '../../platform/store/migrate.ts';
import {
  checksumOf,
  type BackupSeal,
  TransferredFile,
  Manifest,
  type AppTable,
  type Batch,
  type BatchTable,
  type Print,
  type TransferSource,
} from './manifest.ts';
import { requireNewFolder } from './new-backup-folder.ts';
import { digestOfFile, meter } from './transferred-files.ts';
import { leftOutOfBackups, RowDigest, tableTitle } from './app-rows.ts';
import { ownColumns } from './batch-lines.ts';

/**
 * A backup is a folder: `manifest.json`, a compressed file for each table of the app database and for each batch of the
 * warehouse, and the files unchanged. The folder gets its final name only when it is complete.
 */

const Sealed = z.object({
  /** SHA-256 of the contents' JSON. */
  seal: z.string(),
  /** HMAC-SHA-256 of the same (`BackupSeal`). Backups of earlier versions have none. */
  signature: z.string().optional(),
  contents: z.unknown(),
});
const Contents = z.object({ manifest: Manifest, stored: z.array(TransferredFile) });
type Contents = z.infer<typeof Contents>;

const appPath = (table: AppTable) => `app/${table.name}.jsonl.zst`;
const batchPath = (table: BatchTable, { batch }: Batch) =>
  `warehouse/${table.name}/${batch}.jsonl.zst`;
const filePath = ({ path }: TransferredFile) => `files/${path}`;

export interface Writing {
  readonly print: Print;
  readonly signal?: AbortSignal;
  readonly seal: BackupSeal;
}

/** Writes everything of the source into a new folder. Throws if the content is not what the manifest counted. */
export async function writeBackup(
  source: TransferSource,
  folder: string,
  writing: Writing,
): Promise<{ readonly bytes: number }> {
  await requireNewFolder(folder);
  const place = `${resolve(folder)}.partial`;
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true, mode: 0o700 });
  try {
    const bytes = await fill({ ...writing, place }, source);
    await rename(place, resolve(folder));
    return { bytes };
  } catch (error) {
    // A failed backup must not fill the disk. After an abort, another process may already be writing this folder,
    // starting from the beginning.
    if (writing.signal?.aborted !== true) await rm(place, { recursive: true, force: true });
    throw error;
  }
}

/** A folder that receives the backup's files until it is complete. */
interface Filling extends Writing {
  readonly place: string;
}

/** Writes all files of a backup; returns their total size in bytes. */
async function fill(filling: Filling, source: TransferSource): Promise<number> {
  const stored: TransferredFile[] = [];
  const { manifest } = source;
  for (const table of manifest.app) {
    stored.push(await store(filling, appPath(table), counted(source.rows(table), table), true));
  }
  const files: TransferredFile[] = [];
  for (const file of manifest.files) {
    const copy = await ignoreMissing(store(filling, filePath(file), source.file(file), false));
    if (copy?.sha256 !== file.sha256) continue;
    files.push(file);
    stored.push(copy);
  }
  for (const table of manifest.warehouse) {
    for (const [index, batch] of table.batches.entries()) {
      filling.print(`${tableTitle(table)}: lote ${index + 1} de ${table.batches.length}`);
      const lines = countedLines(source.lines(table, batch), table, batch);
      stored.push(await store(filling, batchPath(table, batch), lines, true));
    }
  }
  await sign(filling, { manifest: { ...manifest, files }, stored });
  return sum(stored, ({ bytes }) => bytes);
}

async function* counted(rows: AsyncIterable<string>, table: AppTable): AsyncGenerator<string> {
  const digest = new RowDigest();
  for await (const row of rows) {
    digest.add(row);
    yield `${row}\n`;
  }
  if (digest.digest !== table.digest) throw changed(table.name);
}

async function* countedLines(
  pieces: AsyncIterable<Uint8Array>,
  { name }: BatchTable,
  { batch, rows }: Batch,
): AsyncGenerator<Uint8Array> {
  let lines = 0;
  for await (const piece of pieces) {
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines += 1;
    yield piece;
  }
  if (lines !== rows) throw changed(`${name} ${batch}: ${lines}, ${rows}`);
}

const changed = (what: string) =>
  new StartError(
    `Os dados mudaram enquanto eram copiados (${what}): nenhum backup foi feito. Repita o comando.`,
  );

/** Writes one file of the backup durably; returns its path, size and digest. */
async function store(
  { place, signal }: Filling,
  path: string,
  content: AsyncIterable<string | Uint8Array>,
  isCompressed: boolean,
): Promise<TransferredFile> {
  signal?.throwIfAborted();
  const target = join(place, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const { pass, measured } = meter();
  await pipeline(
    Readable.from(content, { objectMode: false }),
    isCompressed ? createZstdCompress() : new PassThrough(),
    pass,
    createWriteStream(target, { mode: 0o600, flush: true }),
    { signal },
  );
  return { path, ...measured() };
}

async function sign({ place, seal }: Filling, contents: Contents): Promise<void> {
  const signature = seal.sign(contents);
  const text = JSON.stringify({ seal: checksumOf(contents), signature, contents });
  await writeFile(join(place, 'manifest.json'), text, { mode: 0o600, flush: true });
  await using folder = await open(place);
  await folder.sync();
}

/** A backup, with the size of its files in bytes. */
export interface OpenBackup extends TransferSource {
  readonly bytes: number;
}

/**
 * Opens a backup after checking every file against its digest. `seal` is this installation's; undefined accepts a
 * backup that anyone may have written. Rows of tables that backups leave out are skipped. Throws `StartError` for a
 * damaged backup, for one with another seal, and for one that this version cannot write: a restore must not first
 * remove what it then cannot replace.
 */
export async function openBackup(
  folder: string,
  seal: BackupSeal | undefined,
  print: Print,
): Promise<OpenBackup> {
  const { manifest, stored } = await readManifest(folder, seal);
  requireKnownMigrations(manifest.migrations);
  for (const table of manifest.warehouse) ownColumns(table);
  print('Conferindo os arquivos do backup…');
  for (const { path, bytes, sha256 } of stored) {
    const reading = ignoreMissing(digestOfFile(join(folder, path)));
    const found = await reading.catch(asUnreadable(folder));
    if (found?.bytes === bytes && found.sha256 === sha256) continue;
    const what = found === undefined ? 'falta' : 'não é o que foi gravado';
    throw new StartError(`O backup está danificado: o arquivo ${path} ${what}. Use outro backup.`);
  }
  return {
    bytes: sum(stored, ({ bytes }) => bytes),
    manifest: { ...manifest, app: manifest.app.filter(({ name }) => !leftOutOfBackups.has(name)) },
    rows: (table) =>
      createInterface({ input: unpacked(join(folder, appPath(table))), crlfDelay: Infinity }),
    lines: (table, batch) => unpackedChunks(join(folder, batchPath(table, batch))),
    file: (file) => createReadStream(join(folder, filePath(file))),
  };
}

function requireKnownMigrations(migrations: readonly string[]): void {
  requireNotTooOld(migrations);
  const known = knownMigrations();
  if (migrations.length > 0 && migrations.every((name, index) => known[index] === name)) return;
  throw new StartError(
    'Os dados são de uma versão mais nova deste sistema, ou de outra: atualize-o e repita o comando.',
  );
}

function unpacked(path: string): Readable {
  const text = createZstdDecompress();
  createReadStream(path)
    .on('error', (error) => text.destroy(error))
    .pipe(text);
  return text;
}

/** Opens the file with the first read, and closes it when the reader stops. */
async function* unpackedChunks(path: string): AsyncGenerator<Uint8Array> {
  yield* unpacked(path);
}

async function readManifest(folder: string, seal: BackupSeal | undefined): Promise<Contents> {
  const reading = ignoreMissing(readFile(join(folder, 'manifest.json'), 'utf8'));
  const text = await reading.catch(asUnreadable(folder));
  if (text === undefined) {
    throw new StartError(
      `Não há um backup completo em ${folder}: falta o manifest.json, que é gravado por último.`,
    );
  }
  const parsed = Sealed.safeParse(parseJson(text));
  const contents = Contents.safeParse(parsed.data?.contents);
  if (!contents.success || parsed.data?.seal !== checksumOf(parsed.data?.contents)) {
    throw new StartError(
      'O backup está danificado, ou é de uma versão que este programa não conhece: o manifest.json não confere. Use outro backup.',
    );
  }
  if (seal?.isOf(parsed.data.contents, parsed.data.signature) === false) {
    throw new StartError(otherSeal);
  }
  return contents.data;
}

const otherSeal =
  'O selo deste backup não foi feito com a chave desta instalação, e por isso não se sabe se alguém o alterou. Copie o secret.key da instalação que fez o backup para DATA_DIR, ou defina SECRET_KEY, e repita o comando. Se essa chave se perdeu e você confia no backup, repita com --without-seal.';

const asUnreadable = (folder: string) => (cause: unknown) => {
  throw new StartError(
    `Não é possível ler o backup em ${folder}: confira se essa é a pasta dele e se este usuário pode ler tudo o que está nela.`,
    { cause },
  );
};
