import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  logoTooLarge,
  maxLogoKilobytes,
  maxLogoPixels,
  maxLogoSide,
} from '../../../shared/contracts/companies.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { AppError } from '../../platform/errors.ts';
import { ReportLogo } from './model.ts';
import { renderEnvironment } from './render.ts';

const LogoImage = ReportLogo.omit({ content: true }).extend({
  bytes: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes)),
});
export type LogoImage = z.infer<typeof LogoImage>;

/** The message from the process: the re-encoded image, or why it was refused. */
const Outcome = z.union([LogoImage, z.object({ refusal: z.enum(['unreadable', 'huge']) })]);
export type ImageOutcome = z.input<typeof Outcome>;

const refusals = {
  unknown: 'O logotipo deve ser uma imagem PNG ou JPEG.',
  unreadable:
    'Não foi possível ler esta imagem. Salve-a de novo como PNG ou como JPEG em cores RGB e envie outra vez.',
  huge: `O logotipo deve ter até ${formatCount(maxLogoSide)} pixels de lado e ${formatCount(maxLogoPixels)} ao todo. Reduza a imagem e envie outra vez.`,
} as const;

const field = { field: 'logo' };
const invalidLogo = (reason: keyof typeof refusals) =>
  new AppError('invalid_logo', 400, refusals[reason], field);

/** The signatures of PNG and JPEG, in hexadecimal. */
const signatures = ['89504e470d0a1a0a', 'ffd8ff'];

const entry = fileURLToPath(new URL('./logo-image-process.ts', import.meta.url));
const timeoutMs = 20_000;
const heapMegabytes = 256;

/**
 * Returns an image that is safe to store and serve. The type comes from the bytes, not the name. The image is within
 * the limits, upright, and re-encoded from its pixels, so that it carries no other data. A separate process does the
 * work and ends with it. Throws `AppError` for an image that fails these checks.
 */
export async function harmlessImage(bytes: Buffer): Promise<LogoImage> {
  if (bytes.length > maxLogoKilobytes * 1024) {
    throw new AppError('logo_too_large', 413, logoTooLarge, field);
  }
  const start = bytes.toString('hex', 0, 8);
  if (!signatures.some((known) => start.startsWith(known))) throw invalidLogo('unknown');
  const child = fork(entry, {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: renderEnvironment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  child.send(bytes, () => undefined);
  const failed = once(child, 'close').then(() => [{ refusal: 'unreadable' }]);
  const [message] = await Promise.race([once(child, 'message'), failed]);
  const outcome = Outcome.parse(message);
  if ('refusal' in outcome) throw invalidLogo(outcome.refusal);
  return outcome;
}
