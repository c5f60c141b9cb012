/** Usual size of a piece of memory, in numbers. A larger request gets a larger piece. */
const usualPiece = 2 ** 20;
/** Maximum memory that is reused for the next job, in numbers. */
const maximumStored = 8 * usualPiece;

/**
 * Memory for the salaries of a job, reused for the next one: to get new memory from the system for each job takes as
 * long as to fill it.
 */
export class PayRoom {
  #pieces: Uint32Array[] = [];
  #piece = 0;
  #taken = 0;

  /** Returns memory for this many salaries, with its previous contents. */
  take(length: number): Uint32Array {
    for (; this.#piece < this.#pieces.length; this.#piece++, this.#taken = 0) {
      const piece = this.#pieces[this.#piece];
      if (piece !== undefined && piece.length - this.#taken >= length)
        return this.#cut(piece, length);
    }
    const piece = new Uint32Array(Math.max(usualPiece, length));
    this.#pieces.push(piece);
    this.#taken = 0;
    return this.#cut(piece, length);
  }

  #cut(piece: Uint32Array, length: number): Uint32Array {
    this.#taken += length;
    return piece.subarray(this.#taken - length, this.#taken);
  }

  /** Releases all memory that was taken. */
  clear(): void {
    let stored = 0;
    this.#pieces = this.#pieces.filter(({ length }) => (stored += length) <= maximumStored);
    this.#piece = 0;
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
