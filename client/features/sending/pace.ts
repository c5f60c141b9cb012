interface Sample {
  readonly bytes: number;
  readonly atMs: number;
}

const windowMs = 8_000;
/** A shorter time says nothing yet. */
const leastMs = 800;

/** How fast bytes go, by the last seconds. */
export class Pace {
  #samples: readonly Sample[] = [];

  note(bytes: number, atMs: number): void {
    const recent = this.#samples.filter((sample) => sample.atMs >= atMs - windowMs);
    this.#samples = [...recent, { bytes, atMs }];
  }

  /** After a stop, what was before does not count. */
  restart(): void {
    this.#samples = [];
  }

  /** Null while it cannot be told. */
  bytesPerSecond(): number | null {
    const first = this.#samples.at(0);
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < leastMs) return null;
    return ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1000;
  }
}
