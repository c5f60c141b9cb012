import { buffer } from 'node:stream/consumers';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import { Image, Workbook } from 'wasm-xlsxwriter';
import { mostLogoPixels, mostLogoSide } from '../../../../shared/contracts/companies.ts';
import type { ImageRefusal, LogoImage } from './image.ts';

/**
 * The whole of a process that writes the image of its standard input anew, draws it as documents do, and tells what
 * came of it in JSON. Only PNG and JPEG are ever read, and only a size within the limits is unpacked.
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
    // A camera's note that the picture lies on its side is followed, and gone like all notes.
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

/** Throws where a PDF or a workbook cannot show it. */
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
