/** Usual size of the memory, in numbers, and the maximum that is reused for the next job. */
const usual = 2 ** 20;
const maximumStored = 8 * usual;

/**
 * Memory for the salaries of a job, reused for the next one: to get new memory from the system for each job takes as
 * long as to fill it.
 */
export class PayRoom {
  #memory = new Uint32Array(usual);
  #taken = 0;

  /** Returns memory for this many salaries, with its previous contents. */
  take(length: number): Uint32Array {
    const begin = this.#taken;
    this.#taken += length;
    const isLarger = this.#taken > this.#memory.length;
    return isLarger ? new Uint32Array(length) : this.#memory.subarray(begin, this.#taken);
  }

  /** Releases all memory that was taken. The next job of this size fits. */
  clear(): void {
    const isLarger = this.#taken > this.#memory.length;
    if (isLarger && this.#taken <= maximumStored) this.#memory = new Uint32Array(this.#taken);
    this.#taken = 0;
  }
}

/** Pool of rooms that are not in use. */
export class PayRooms {
  readonly #free: PayRoom[] = [];

  take(): PayRoom {
    return this.#free.pop() ?? new PayRoom();
  }

  giveBack(room: PayRoom): void {
    room.clear();
    if (this.#free.length < 2) this.#free.push(room);
  }
}
