import { promisify } from 'node:util';
import { constants, crc32, deflate, inflate } from 'node:zlib';
import type { Size } from './image.ts';
import { unreadableImage } from './image-refusals.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const isPng = (bytes: Buffer) => bytes.subarray(0, signature.length).equals(signature);

/** The forms of pixels that PNG knows: samples of a pixel and their bits. */
const pixelForms: Readonly<
  Record<number, { readonly samples: number; readonly bits: readonly number[] }>
> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
};
const palette = 3;

interface Header extends Size {
  readonly bitsPerPixel: number;
  readonly colorType: number;
  readonly isInterlaced: boolean;
}

interface Chunk {
  readonly name: string;
  readonly content: Buffer;
}

export function pngSize(bytes: Buffer): Size {
  const { width, height } = headerOf(chunksOf(bytes));
  return { width, height };
}

/**
 * The same picture written anew: its pixels, its palette and its transparency, unpacked and packed again. Texts,
 * profiles, animations and whatever stood behind the picture are left out. Throws `AppError` 400 for what is no PNG.
 */
export async function rewrittenPng(bytes: Buffer): Promise<Buffer> {
  const chunks = chunksOf(bytes);
  const header = headerOf(chunks);
  const rows = rowsOf(header);
  const length = rows.reduce((sum, { count, bytes: rowBytes }) => sum + count * (1 + rowBytes), 0);
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(contentOf));
  const pixels = await unpacked(packed, length);
  if (pixels.length !== length || !hasKnownFilters(pixels, rows)) throw unreadableImage();
  const content = await promisify(deflate)(pixels, { level: constants.Z_BEST_COMPRESSION });
  return Buffer.concat([
    signature,
    ...['IHDR', 'PLTE', 'tRNS'].flatMap((name) =>
      chunks.filter((chunk) => chunk.name === name).map(chunkBytes),
    ),
    chunkBytes({ name: 'IDAT', content }),
    chunkBytes({ name: 'IEND', content: Buffer.alloc(0) }),
  ]);
}

const contentOf = ({ content }: Chunk) => content;

async function unpacked(packed: Buffer, length: number): Promise<Buffer> {
  try {
    return await promisify(inflate)(packed, { maxOutputLength: length + 1 });
  } catch {
    throw unreadableImage();
  }
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let at = signature.length;
  while (chunks.at(-1)?.name !== 'IEND') {
    if (at + 12 > bytes.length) throw unreadableImage();
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) throw unreadableImage();
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw unreadableImage();
    chunks.push({
      name: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + 8, end),
    });
    at = end + 4;
  }
  return chunks;
}

function headerOf(chunks: readonly Chunk[]): Header {
  const [first] = chunks;
  const known = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  // Of a chunk with a capital a reader must know what it means.
  const isForeign = chunks.some(({ name }) => /^[A-Z]/.test(name) && !known.has(name));
  if (first?.name !== 'IHDR' || first.content.length !== 13 || isForeign) throw unreadableImage();
  const [bits = 0, colorType = 0, compression, filter, interlacing = 2] = first.content.subarray(8);
  const form = pixelForms[colorType];
  const isKnown = form?.bits.includes(bits) === true && compression === 0 && filter === 0;
  if (!isKnown || interlacing > 1 || !colorsFit(chunks, colorType)) throw unreadableImage();
  return {
    width: first.content.readUInt32BE(0),
    height: first.content.readUInt32BE(4),
    bitsPerPixel: form.samples * bits,
    colorType,
    isInterlaced: interlacing === 1,
  };
}

/** Whether the palette and the transparency are what this kind of picture may have. */
function colorsFit(chunks: readonly Chunk[], colorType: number): boolean {
  const lengths = (wanted: string) =>
    chunks.filter(({ name }) => name === wanted).map(({ content }) => content.length);
  const [colors = 0, ...otherPalettes] = lengths('PLTE');
  const [transparency, ...others] = lengths('tRNS');
  if (otherPalettes.length + others.length > 0 || colors % 3 !== 0 || colors > 768) return false;
  if (colorType === palette ? colors === 0 : (colorType === 0 || colorType === 4) && colors > 0) {
    return false;
  }
  if (transparency === undefined) return true;
  if (colorType === palette) return transparency <= colors / 3;
  return transparency === { 0: 2, 2: 6 }[colorType];
}

/** Rows of the same length that stand after each other: all of a plain picture, those of each pass of an interlaced. */
interface Rows {
  readonly count: number;
  /** Without the byte that tells the row's filter. */
  readonly bytes: number;
}

// Adam7: where a pass begins and how far its pixels are apart.
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function rowsOf({ width, height, bitsPerPixel, isInterlaced }: Header): Rows[] {
  const of = (columns: number, count: number) => ({
    count,
    bytes: Math.ceil((columns * bitsPerPixel) / 8),
  });
  if (!isInterlaced) return [of(width, height)];
  return passes
    .map(([x, y, across, down]) =>
      of(Math.ceil((width - x) / across), Math.ceil((height - y) / down)),
    )
    .filter(({ count, bytes }) => count > 0 && bytes > 0);
}

const mostFilter = 4;

function hasKnownFilters(pixels: Buffer, rows: readonly Rows[]): boolean {
  let at = 0;
  for (const { count, bytes } of rows) {
    for (let row = 0; row < count; row++) {
      if ((pixels[at] ?? mostFilter + 1) > mostFilter) return false;
      at += 1 + bytes;
    }
  }
  return true;
}

function chunkBytes({ name, content }: Chunk): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
