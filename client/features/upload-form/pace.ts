interface Sample {
  readonly bytes: number;
  readonly atMs: number;
}

const windowMs = 8_000;
/** In milliseconds: a shorter time is too short for an estimate. */
const leastMs = 800;

/** The transfer rate over the last seconds. */
export class Pace {
  #samples: readonly Sample[] = [];

  note(bytes: number, atMs: number): void {
    const recent = this.#samples.filter((sample) => sample.atMs >= atMs - windowMs);
    this.#samples = [...recent, { bytes, atMs }];
  }

  /** Discards the samples, because those before a stop do not count. */
  restart(): void {
    this.#samples = [];
  }

  /** Null while there is too little data. */
  bytesPerSecond(): number | null {
    const first = this.#samples.at(0);
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < leastMs) return null;
    return ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1000;
  }
}
