import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { mostLogoKilobytes } from '../../../../shared/contracts/companies.ts';
import type { AppError } from '../../../platform/errors.ts';
import { renderEnvironment } from '../render-environment.ts';
import { heavyImage, hugeImage, unknownImage, unreadableImage } from './image-refusals.ts';

/** Size in pixels. */
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

/** Why the process refused an image. */
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

/** The signatures of PNG and JPEG, in hexadecimal. */
const beginnings = ['89504e470d0a1a0a', 'ffd8ff'];

const entry = fileURLToPath(new URL('./image-entry.ts', import.meta.url));
const patienceMs = 20_000;
const heapMegabytes = 256;

/**
 * Returns an image that is safe to store and serve. The type comes from the bytes, not the name. The image is within
 * the limits, upright, drawable in documents, and re-encoded from its pixels, so that it carries no other data. A
 * separate process does the work and ends with it. Throws `AppError` for an image that fails these checks.
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
  // The exit code reports a process that ends before it has read all input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const [told, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw unreadableImage();
  const written = Written.parse(JSON.parse(told));
  if ('refusal' in written) throw refusals[written.refusal]();
  return written;
}
