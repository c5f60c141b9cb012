import type { Size } from './image.ts';

/**
 * The size at which an image fits into a frame, with its aspect ratio preserved. A small image is not enlarged beyond
 * `most` units per pixel.
 */
export function fittedSize({ width, height }: Size, frame: Size, most: number): Size {
  const scale = Math.min(frame.width / width, frame.height / height, most);
  return { width: width * scale, height: height * scale };
}
