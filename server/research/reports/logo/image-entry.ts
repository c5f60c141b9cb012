import { buffer } from 'node:stream/consumers';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import { Image, Workbook } from 'wasm-xlsxwriter';
import { mostLogoPixels, mostLogoSide } from '../../../../shared/contracts/companies.ts';
import type { ImageRefusal, LogoImage } from './image.ts';

/**
 * Entry point of a process that re-encodes the image from its standard input, draws it as documents do, and writes the
 * result as JSON. It reads only PNG and JPEG, and decodes only an image within the size limits.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

const image = await writtenAnew(await buffer(process.stdin));
process.stdout.write(
  JSON.stringify('refusal' in image ? image : { ...image, bytes: image.bytes.toString('base64') }),
);

async function writtenAnew(bytes: Buffer): Promise<LogoImage | { readonly refusal: ImageRefusal }> {
  const pixels = sharp(bytes, { failOn: 'warning', limitInputPixels: false });
  const found = await pixels.metadata().catch(() => undefined);
  if (found === undefined) return { refusal: 'unreadable' };
  const { format, width, height } = found;
  const isHuge = Math.max(width, height) > mostLogoSide || width * height > mostLogoPixels;
  if (isHuge) return { refusal: 'huge' };
  try {
    // Applies the EXIF orientation; the output has no metadata.
    const upright = pixels.autoOrient().toColourspace('srgb');
    const { data, info } = await (
      format === 'png'
        ? upright.png({ compressionLevel: 9 })
        : upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    ).toBuffer({ resolveWithObject: true });
    drawInDocuments(data);
    const mediaType = format === 'png' ? 'image/png' : 'image/jpeg';
    return { mediaType, width: info.width, height: info.height, bytes: data };
  } catch {
    return { refusal: 'unreadable' };
  }
}

/** Throws if a PDF or a workbook cannot show the image. */
function drawInDocuments(bytes: Buffer): void {
  const compiler = NodeCompiler.create({ workspace: import.meta.dirname });
  compiler.mapShadow(`${import.meta.dirname}/logo`, bytes);
  const { result } = compiler.compile({
    mainFileContent: '#image(read("logo", encoding: none), width: 1cm)',
  });
  if (result === null) throw new Error('The image cannot be drawn.');
  compiler.pdf(result);
  const workbook = new Workbook();
  workbook.addWorksheet().insertImage(0, 0, new Image(bytes));
  workbook.saveToBufferSync();
}
