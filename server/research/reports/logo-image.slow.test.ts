import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pngChunk, sampleJpeg, samplePng } from '../../../tests/support/sample-images.ts';
import { harmlessImage } from './logo-image.ts';

const script = Buffer.from('<script>alert(1)</script>');
const palette = Buffer.from([0, 0, 0, 255, 255, 255, 255, 0, 0]);
const png = samplePng({ width: 3, height: 2 });
const names = (bytes: Buffer) => {
  const found = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    found.push(bytes.toString('latin1', at + 4, at + 8));
  }
  return found;
};
/** The sample JPEG with one more segment after its first marker. */
const withSegment = (marker: number, content: Buffer) =>
  Buffer.concat([
    sampleJpeg.subarray(0, 2),
    Buffer.from([0xff, marker, 0, content.length + 2]),
    content,
    sampleJpeg.subarray(2),
  ]);
/** The sample JPEG with changed bytes in the frame header, which holds size and colours. */
function withFrame(change: (frame: Buffer) => void): Buffer {
  const bytes = Buffer.from(sampleJpeg);
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0, 0, 17]));
  expect(at).toBeGreaterThan(0);
  change(bytes.subarray(at));
  return bytes;
}

/** The decoded pixels. */
const pixelsOf = (bytes: Buffer) => sharp(bytes).toColourspace('srgb').raw().toBuffer();

/** EXIF data with the orientation, after another tag. */
function cameraNotes(order: 'II' | 'MM', orientation: number): Buffer {
  const shorts = (...values: readonly number[]) =>
    values.flatMap((value) =>
      order === 'II' ? [value & 255, value >> 8] : [value >> 8, value & 255],
    );
  const long = (value: number) => (order === 'II' ? shorts(value, 0) : shorts(0, value));
  const note = (tag: number, value: number) => [...shorts(tag, 3), ...long(1), ...shorts(value, 0)];
  const directory = [...shorts(2), ...note(0x0103, 6), ...note(0x0112, orientation), ...long(0)];
  return Buffer.from([...Buffer.from(`Exif\0\0${order}`), ...shorts(42), ...long(8), ...directory]);
}

describe('a PNG', () => {
  test('is stored with its size, and a file that is no image is left out', async () => {
    const image = await harmlessImage(
      Buffer.concat([
        samplePng({
          width: 3,
          height: 2,
          chunks: [
            ['tEXt', script],
            ['iTXt', script],
            ['eXIf', script],
            ['acTL', Buffer.alloc(8)],
          ],
        }),
        script,
      ]),
    );
    expect(image).toMatchObject({ mediaType: 'image/png', width: 3, height: 2 });
    expect(names(image.bytes)).toEqual(['IHDR', 'pHYs', 'IDAT', 'IEND']);
    expect(image.bytes.includes('script')).toBe(false);
  });

  test('packed pixels that hide something behind themselves lose it', async () => {
    const hidden = samplePng({
      width: 3,
      height: 2,
      pixels: Buffer.concat([Buffer.alloc(20), script]),
    });
    const stored = await pixelsOf((await harmlessImage(hidden)).bytes);
    expect(stored.includes('script')).toBe(false);
    const behind = Buffer.concat([
      png.subarray(0, 33),
      pngChunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(20)), script])),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
    const { bytes } = await harmlessImage(behind);
    expect(bytes.includes('script')).toBe(false);
  });

  test.each([
    ['grey, one bit', samplePng({ width: 9, height: 2, bits: 1, colorType: 0 })],
    ['sixteen bits', samplePng({ width: 3, height: 2, bits: 16, colorType: 6 })],
    ['transparent', samplePng({ width: 3, height: 2, colorType: 4 })],
    [
      'palette',
      samplePng({
        width: 3,
        height: 2,
        bits: 2,
        colorType: 3,
        chunks: [
          ['PLTE', palette],
          ['tRNS', Buffer.from([0, 255])],
        ],
      }),
    ],
    // In a 2 by 2 image, passes 1, 6 and 7 have 1, 1 and 2 pixels.
    [
      'interlaced',
      samplePng({ width: 2, height: 2, interlacing: 1, pixels: Buffer.alloc(4 + 4 + 7) }),
    ],
  ])('in every form is drawn: %s', async (_, bytes) => {
    expect(await harmlessImage(bytes)).toMatchObject({ mediaType: 'image/png' });
  });

  test('keeps the colours of its palette and its transparency', async () => {
    const chunks = [
      ['PLTE', palette],
      ['tRNS', Buffer.from([0])],
    ] as const;
    const pixels = Buffer.from([0, 0, 1, 2, 0, 2, 1, 0]);
    const picture = samplePng({ width: 3, height: 2, colorType: 3, chunks, pixels });
    const { bytes } = await harmlessImage(picture);
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(picture));
  });

  test.each<[string, Buffer]>([
    ['cut short', png.subarray(0, -20)],
    ['a wrong sum', Buffer.from(png).fill(7, 40, 42)],
    ['fewer pixels than stated', samplePng({ width: 3, height: 9, pixels: Buffer.alloc(20) })],
    ['a filter that there is not', samplePng({ width: 3, height: 2, pixels: Buffer.alloc(20, 9) })],
    ['a palette that is missing', samplePng({ width: 3, height: 2, colorType: 3 })],
    ['three bits', samplePng({ width: 3, height: 2, bits: 3 })],
    ['an unknown part', samplePng({ width: 3, height: 2, chunks: [['ABCD', script]] })],
    ['no pixels', samplePng({ width: 0, height: 2 })],
  ])('that is broken is refused: %s', async (_, bytes) => {
    await expect(harmlessImage(bytes)).rejects.toMatchObject({
      code: 'invalid_logo',
      field: 'logo',
    });
  });

  test('of very many pixels is refused before they are unpacked', async () => {
    for (const [width, height] of [
      [4001, 1],
      [2001, 2000],
      [900_000, 900_000],
    ] as const) {
      const bytes = samplePng({ width, height, pixels: Buffer.alloc(1) });
      await expect(harmlessImage(bytes)).rejects.toThrow('4.000.000 ao todo');
    }
    const beyondAll = samplePng({ width: 4_000_000_000, height: 4_000_000_000, pixels: script });
    await expect(harmlessImage(beyondAll)).rejects.toMatchObject({ code: 'invalid_logo' });
    const bomb = samplePng({ width: 2, height: 2, pixels: Buffer.alloc(300_000_000) });
    expect(bomb.length).toBeLessThan(512 * 1024);
    // No more than its four pixels are decoded.
    expect((await harmlessImage(bomb)).bytes.length).toBeLessThan(200);
  });
});

describe('a JPEG', () => {
  test('that lies on its side by a note of its camera is stored upright, without the note', async () => {
    for (const order of ['II', 'MM'] as const) {
      for (const [orientation, width, height] of [
        [1, 24, 16],
        [2, 24, 16],
        [6, 16, 24],
        [8, 16, 24],
      ] as const) {
        const image = await harmlessImage(withSegment(0xe1, cameraNotes(order, orientation)));
        expect(image).toMatchObject({ width, height });
        expect(image.bytes.includes('Exif')).toBe(false);
      }
      for (const length of [7, 12, 16, 30, 37]) {
        const cut = cameraNotes(order, 6).subarray(0, length);
        expect(await harmlessImage(withSegment(0xe1, cut))).toMatchObject({
          mediaType: 'image/jpeg',
        });
      }
    }
  });

  test('is stored with its size, without comments, places and previews', async () => {
    for (const marker of [0xe1, 0xe2, 0xed, 0xfe]) {
      const image = await harmlessImage(Buffer.concat([withSegment(marker, script), script]));
      expect(image).toMatchObject({ mediaType: 'image/jpeg', width: 24, height: 16 });
      expect(image.bytes.includes('script')).toBe(false);
    }
  });

  test('written again looks the same, also the next time', async () => {
    const first = await harmlessImage(sampleJpeg);
    const second = await harmlessImage(first.bytes);
    const looks = await Promise.all([sampleJpeg, first.bytes, second.bytes].map(pixelsOf));
    const differences = looks.flatMap((pixels) =>
      [...pixels].map((value, at) => Math.abs(value - (looks[0]?.[at] ?? 0))),
    );
    expect(Math.max(...differences)).toBeLessThan(12);
  });

  test.each<[string, Buffer]>([
    ['cut short', sampleJpeg.subarray(0, -30)],
    ['an unknown segment', withSegment(0xf3, script)],
    ['four colours', withFrame((frame) => frame.set([4], 9))],
    ['twelve bits', withFrame((frame) => frame.set([12], 4))],
    ['a frame of another kind', withFrame((frame) => frame.set([0xcb], 1))],
    ['a picture without rows', withFrame((frame) => frame.set([0, 0], 5))],
  ])('that is broken is refused: %s', async (_, bytes) => {
    await expect(harmlessImage(bytes)).rejects.toMatchObject({ code: 'invalid_logo' });
  });

  test('of very many pixels is refused', async () => {
    const bytes = withFrame((frame) => frame.set([0xfd, 0xe8, 0xfd, 0xe8], 5));
    await expect(harmlessImage(bytes)).rejects.toThrow('4.000 pixels de lado');
  });
});

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['PDF', '%PDF-1.7'],
  ['nothing', ''],
])('%s is no logo, whatever it is called', async (_, text) => {
  await expect(harmlessImage(Buffer.from(text, 'latin1'))).rejects.toThrow('PNG ou JPEG');
});

test('more than 512 KB are refused unread', async () => {
  await expect(harmlessImage(Buffer.alloc(512 * 1024 + 1))).rejects.toMatchObject({ status: 413 });
});
