import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { mostLogoKilobytes } from '../../../../shared/contracts/companies.ts';
import type { AppError } from '../../../platform/errors.ts';
import { renderEnvironment } from '../render-environment.ts';
import { heavyImage, hugeImage, unknownImage, unreadableImage } from './image-refusals.ts';

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface LogoImage extends Size {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
}

const refusals = {
  unreadable: unreadableImage,
  huge: hugeImage,
} satisfies Record<string, () => AppError>;

/** Why the process did not take an image. */
export type ImageRefusal = keyof typeof refusals;

const Written = z.union([
  z.object({ refusal: z.enum(['unreadable', 'huge']) }),
  z.object({
    mediaType: z.enum(['image/png', 'image/jpeg']),
    width: z.number(),
    height: z.number(),
    bytes: z.base64().transform((content) => Buffer.from(content, 'base64')),
  }),
]);

/** What every PNG and every JPEG begins with. */
const beginnings = ['89504e470d0a1a0a', 'ffd8ff'];

const entry = fileURLToPath(new URL('./image-entry.ts', import.meta.url));
const patienceMs = 20_000;
const heapMegabytes = 256;

/**
 * An image as it may be kept and served: told by its bytes, not by its name, within the limits, upright, one that
 * documents can draw, and written anew from its pixels, so that nothing else travels in it. That is done in a process
 * of its own, which ends with it. Throws `AppError` for what is none.
 */
export async function harmlessImage(bytes: Buffer): Promise<LogoImage> {
  if (bytes.length > mostLogoKilobytes * 1024) throw heavyImage();
  const begin = bytes.toString('hex', 0, 8);
  if (!beginnings.some((known) => begin.startsWith(known))) throw unknownImage();
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, entry], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: renderEnvironment,
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
  // One that ends before it has read all is told by its code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const [told, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw unreadableImage();
  const written = Written.parse(JSON.parse(told));
  if ('refusal' in written) throw refusals[written.refusal]();
  return written;
}
