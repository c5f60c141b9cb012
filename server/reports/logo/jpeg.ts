import type { Size } from './image.ts';
import { isTurnedByExif } from './exif.ts';
import { turnedImage, unreadableImage } from './image-refusals.ts';

export const isJpeg = (bytes: Buffer) =>
  bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Baseline, extended and progressive with Huffman codes: what every reader knows. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2];
/** Quantisation, Huffman codes, restarts. */
const tables: readonly number[] = [0xdb, 0xc4, 0xdd];
/** Says how three colours were told apart; twelve bytes and nothing else. */
const adobe = 0xee;
const adobeLength = 12;
const cameraNotes = 0xe1;

interface Segment {
  readonly marker: number;
  readonly content: Buffer;
  /** The packed pixels behind a start of scan. */
  readonly scan: Buffer;
}

export function jpegSize(bytes: Buffer): Size {
  const [frame] = segmentsOf(bytes).filter(({ marker }) => frames.includes(marker));
  return sizeOf(frame);
}

/**
 * The same picture without whatever is not picture: comments, previews, places and times, profiles, and what stood
 * behind its end. Throws `AppError` 400 for what is no JPEG of one or three colours, and for one that would stand
 * turned without the notes that are left out.
 */
export function rewrittenJpeg(bytes: Buffer): Buffer {
  const segments = segmentsOf(bytes);
  const framed = segments.filter(({ marker }) => frames.includes(marker));
  const scans = segments.filter(({ marker }) => marker === startOfScan);
  if (framed.length !== 1 || scans.length === 0) throw unreadableImage();
  if (segments.some(isTurned)) throw turnedImage();
  const kept = segments.filter(
    ({ marker, content }) =>
      frames.includes(marker) ||
      tables.includes(marker) ||
      marker === startOfScan ||
      (marker === adobe && isAdobe(content)),
  );
  return Buffer.concat([
    Buffer.from([0xff, startOfImage]),
    jfif,
    ...kept.flatMap(({ marker, content, scan }) => [segmentHead(marker, content), content, scan]),
    Buffer.from([0xff, endOfImage]),
  ]);
}

const isTurned = ({ marker, content }: Segment) =>
  marker === cameraNotes && isTurnedByExif(content);

const isAdobe = (content: Buffer) =>
  content.length === adobeLength && content.toString('latin1', 0, 5) === 'Adobe';

// Version 1.01, square pixels, no preview.
const jfif = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);

function segmentHead(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return head;
}

function segmentsOf(bytes: Buffer): Segment[] {
  const segments: Segment[] = [];
  let at = 2;
  for (;;) {
    if (bytes[at] !== 0xff) throw unreadableImage();
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at] ?? endOfImage;
    if (at >= bytes.length) throw unreadableImage();
    if (marker === endOfImage) return segments;
    requireKnown(marker);
    const length = at + 2 < bytes.length ? bytes.readUInt16BE(at + 1) : 0;
    const end = at + 1 + length;
    if (length < 2 || end > bytes.length) throw unreadableImage();
    const content = bytes.subarray(at + 3, end);
    const scanEnd = marker === startOfScan ? endOfScan(bytes, end) : end;
    segments.push({ marker, content, scan: bytes.subarray(end, scanEnd) });
    at = scanEnd;
  }
}

function requireKnown(marker: number): void {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  const isComment = marker === 0xfe;
  const isPicture = frames.includes(marker) || tables.includes(marker) || marker === startOfScan;
  if (!isApplication && !isComment && !isPicture) throw unreadableImage();
}

/** Where the packed pixels end: at the first marker that is neither a restart nor an escaped byte. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? endOfImage;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next !== 0 && !isRestart) return at;
  }
  throw unreadableImage();
}

function sizeOf(frame: Segment | undefined): Size {
  if (frame === undefined || frame.content.length < 6) throw unreadableImage();
  const { content } = frame;
  const [precision, , , , , colors = 0] = content;
  const isUsual = precision === 8 && (colors === 1 || colors === 3);
  if (!isUsual || content.length !== 6 + 3 * colors) throw unreadableImage();
  return { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
}
