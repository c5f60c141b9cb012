import { createHash } from 'node:crypto';
import { otherLineEnds, refuse } from './header.ts';

export interface CountedText {
  /** SHA-256 of the text, so that the same content is recognised whatever its compression. */
  readonly sha256: string;
  /** Lines after the header. */
  readonly lines: number;
  /** Whether the last byte is a line end, so that the last line is certainly complete. */
  readonly isLineEnded: boolean;
  /** The end of the last line, without its line end. */
  readonly lastLine: string;
}

export interface TextOptions {
  /** A longer text, in bytes, is a decompression bomb or a mistake, and is refused. */
  readonly maxBytes: number;
  readonly onProgress?: (progress: { readonly bytes: number; readonly lines: number }) => void;
  readonly signal?: AbortSignal | undefined;
}

const maxLineBytes = 65_536;
/** Number of bytes from the end of a text that are enough for its last value. */
const tailBytes = 200;

/** Hashes and counts the text that passes through, and stops at the size limit. */
export function meteredText(
  chunks: AsyncIterable<Buffer>,
  { maxBytes, onProgress }: TextOptions,
): { readonly chunks: AsyncGenerator<Buffer>; readonly counted: () => CountedText } {
  const hash = createHash('sha256');
  let bytes = 0;
  let lineEnds = 0;
  let lastByte = 0x0a;
  let tail: Buffer = Buffer.alloc(0);
  /** Length of the line that the last chunk broke off. */
  let lineBytes = 0;
  // The engine reads a whole line into memory, so an endless line would use all of it.
  const allowLine = (length: number, chunk: Buffer) => {
    if (length <= maxLineBytes) return;
    throw lineEnds === 0 && chunk.includes(0x0d) ? otherLineEnds() : lineTooLong();
  };
  const take = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    hash.update(chunk);
    let lineStart = -lineBytes;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) {
      allowLine(at - lineStart, chunk);
      lineEnds += 1;
      lineStart = at + 1;
    }
    lineBytes = chunk.length - lineStart;
    allowLine(lineBytes, chunk);
    lastByte = chunk.at(-1) ?? lastByte;
    tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
    onProgress?.({ bytes, lines: lineEnds });
  };
  async function* passing() {
    for await (const chunk of chunks) {
      take(chunk);
      yield chunk;
    }
  }
  return {
    chunks: passing(),
    counted: () => {
      const isLineEnded = lastByte === 0x0a;
      const all = lineEnds + (isLineEnded ? 0 : 1);
      const lastLine = tail.toString('latin1').trimEnd().split('\n').at(-1) ?? '';
      const sha256 = hash.copy().digest('hex');
      return { sha256, lines: Math.max(0, all - 1), isLineEnded, lastLine };
    },
  };
}

function lineTooLong() {
  return refuse(
    'linha_longa_demais',
    'O arquivo tem uma linha de mais de 64 KB, que nenhum arquivo do MTE tem: ele está corrompido ou é outra coisa. Baixe-o de novo do MTE e envie outra vez.',
  );
}

/** The error for a text beyond the size limit. */
export function tooLarge(maxBytes: number) {
  const gibibytes = (maxBytes / 2 ** 30).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  return refuse(
    'texto_grande_demais',
    `O texto descompactado passa de ${gibibytes} GiB, muito além de um arquivo do MTE. Confira o arquivo e envie o original.`,
  );
}

/**
 * Whether a text that does not end with a line end stops within its last value. If the first lines all end with two
 * decimals and the last one does not, a part of the file is missing.
 */
export function isCutInValue(start: Buffer, lastLine: string): boolean {
  const [, ...lines] = start.toString('latin1').split('\n');
  // The last of these lines may be cut where `start` ends.
  const values = lines.slice(0, -1).map(lastValue);
  if (values.length === 0 || !values.every((value) => value === '' || isWhole(value))) return false;
  const last = lastValue(lastLine);
  return last === '' ? !values.includes('') : !isWhole(last);
}

const lastValue = (line: string) => line.trimEnd().slice(line.lastIndexOf(';') + 1);

const isWhole = (value: string) => /[,.]\d\d$/.test(value);
