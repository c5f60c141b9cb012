/**
 * SHA-256 (FIPS 180-4) of bytes that come a piece at a time: the browser's own is told all of them at once, which a
 * file of hundreds of megabytes does not allow.
 */
export class Sha256 {
  readonly #state = initialState();
  readonly #schedule = new Int32Array(64);
  /** The beginning of a block that is not whole yet. */
  readonly #rest = new Uint8Array(blockBytes);
  #restLength = 0;
  #bytes = 0;

  update(piece: Uint8Array): void {
    this.#bytes += piece.length;
    let from = 0;
    if (this.#restLength > 0) {
      from = Math.min(piece.length, blockBytes - this.#restLength);
      this.#rest.set(piece.subarray(0, from), this.#restLength);
      this.#restLength += from;
      if (this.#restLength < blockBytes) return;
      this.#take(this.#rest);
      this.#restLength = 0;
    }
    const end = piece.length - ((piece.length - from) % blockBytes);
    this.#take(piece.subarray(from, end));
    this.#rest.set(piece.subarray(end));
    this.#restLength = piece.length - end;
  }

  /** In hexadecimal; nothing can be added afterwards. */
  digest(): string {
    const isRoomForLength = this.#restLength < blockBytes - 8;
    const end = new Uint8Array(isRoomForLength ? blockBytes : 2 * blockBytes);
    end.set(this.#rest.subarray(0, this.#restLength));
    end[this.#restLength] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - 8, BigInt(this.#bytes) * 8n);
    this.#take(end);
    return [...this.#state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #take(blocks: Uint8Array): void {
    const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);
    for (let at = 0; at < blocks.length; at += blockBytes) {
      compress(this.#state, this.#schedule, view, at);
    }
  }
}

const blockBytes = 64;

/** The first 32 bits of the fractional part. */
const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;

const primes = (() => {
  const found: number[] = [];
  for (let candidate = 2; found.length < 64; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
})();

const initialState = () =>
  Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

/** One block into the state. Indices are within the arrays' fixed lengths; words are signed and wrap. */
function compress(state: Int32Array, w: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const early = w[i - 15]!;
    const late = w[i - 2]!;
    const sigma0 =
      ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const sigma1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    w[i] = (w[i - 16]! + sigma0 + w[i - 7]! + sigma1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i += 1) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
  state[4] = (state[4]! + e) | 0;
  state[5] = (state[5]! + f) | 0;
  state[6] = (state[6]! + g) | 0;
  state[7] = (state[7]! + h) | 0;
}
