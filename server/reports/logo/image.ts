import { mostLogoKilobytes, mostLogoPixels, mostLogoSide } from '../../../shared/companies.ts';
import { heavyImage, hugeImage, unknownImage } from './image-refusals.ts';
import { isJpeg, jpegSize, rewrittenJpeg } from './jpeg.ts';
import { isPng, pngSize, rewrittenPng } from './png.ts';

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface LogoImage extends Size {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
}

/**
 * An image as it may be kept and served: told by its bytes, not by its name, within the limits, and written anew from
 * its pixels, so that nothing else travels in it. Throws `AppError` for what is none.
 */
export async function harmlessImage(bytes: Buffer): Promise<LogoImage> {
  if (bytes.length > mostLogoKilobytes * 1024) throw heavyImage();
  if (isPng(bytes)) {
    const size = within(pngSize(bytes));
    return { ...size, mediaType: 'image/png', bytes: await rewrittenPng(bytes) };
  }
  if (isJpeg(bytes)) {
    const size = within(jpegSize(bytes));
    return { ...size, mediaType: 'image/jpeg', bytes: rewrittenJpeg(bytes) };
  }
  throw unknownImage();
}

function within(size: Size): Size {
  const { width, height } = size;
  if (width < 1 || height < 1) throw unknownImage();
  const isHuge = Math.max(width, height) > mostLogoSide || width * height > mostLogoPixels;
  if (isHuge) throw hugeImage();
  return size;
}
