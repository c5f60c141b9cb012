import { once } from 'node:events';
import sharp from 'sharp';
import { maxLogoPixels, maxLogoSide } from '../../../shared/contracts/companies.ts';
import type { ImageOutcome } from './logo-image.ts';

/**
 * Entry point of a process that re-encodes the image of its message and sends the result. It reads only PNG and JPEG,
 * and decodes only an image within the size limits.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

const [bytes] = await once(process, 'message');
const outcome = await reencoded(Buffer.from(bytes));
process.send?.(outcome);

async function reencoded(image: Buffer): Promise<ImageOutcome> {
  const pixels = sharp(image, { failOn: 'warning', limitInputPixels: false });
  const found = await pixels.metadata().catch(() => undefined);
  if (found === undefined) return { refusal: 'unreadable' };
  const { format, width, height } = found;
  const isHuge = Math.max(width, height) > maxLogoSide || width * height > maxLogoPixels;
  if (isHuge) return { refusal: 'huge' };
  try {
    // Applies the EXIF orientation; the output has no metadata.
    const upright = pixels.autoOrient().toColourspace('srgb');
    const { data, info } = await (
      format === 'png'
        ? upright.png({ compressionLevel: 9 })
        : upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    ).toBuffer({ resolveWithObject: true });
    const mediaType = format === 'png' ? 'image/png' : 'image/jpeg';
    return { mediaType, width: info.width, height: info.height, bytes: data };
  } catch {
    return { refusal: 'unreadable' };
  }
}
