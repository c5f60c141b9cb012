import { createHash } from 'node:crypto';

const modulus = 1n << 128n;

/** A digest of rows that ignores their order and counts repetitions: the sum of 128 bits of each row's hash. */
export class RowDigest {
  #sum = 0n;
  #rows = 0;

  add(row: string): void {
    this.#rows += 1;
    const hash = createHash('sha256').update(row).digest();
    this.#sum =
      (this.#sum + hash.readBigUInt64BE(0) * (1n << 64n) + hash.readBigUInt64BE(8)) % modulus;
  }

  get rows(): number {
    return this.#rows;
  }

  get digest(): string {
    return this.#sum.toString(16);
  }
}
