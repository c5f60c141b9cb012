import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The text of a manifest over which the seal and the checksum are computed. */
const textOf = (contents: unknown): string => JSON.stringify(contents);

/** SHA-256 of the contents, in hexadecimal: detects damage, not forgery. */
export const checksumOf = (contents: unknown): string =>
  createHash('sha256').update(textOf(contents)).digest('hex');

/** Signs backups with the installation's secret, which no backup holds (RFC 2104, RFC 5869). */
export class BackupSeal {
  readonly #key: Buffer;

  constructor(secret: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'backup seal', 32));
  }

  /** HMAC-SHA-256 of the contents, in hexadecimal. */
  sign(contents: unknown): string {
    return createHmac('sha256', this.#key).update(textOf(contents)).digest('hex');
  }

  /** Whether this secret signed the contents; false without a signature. */
  isOf(contents: unknown, signature: string | undefined): boolean {
    const right = Buffer.from(this.sign(contents));
    const given = Buffer.from(signature ?? '');
    return given.length === right.length && timingSafeEqual(given, right);
  }
}
