/** Numbers of a piece of memory; larger ones are made for whoever wants more. */
const usualPiece = 2 ** 20;
/** What is kept for the next job. */
const mostKept = 8 * usualPiece;

/**
 * Memory for salaries while a job is done, used again for another: to get new memory from the system for each takes
 * as long as to fill it.
 */
export class PayRoom {
  #pieces: Uint32Array[] = [];
  #piece = 0;
  #taken = 0;

  /** Room for so many salaries, with whatever was there before. */
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

  /** Nobody reads any more what was taken. */
  clear(): void {
    let kept = 0;
    this.#pieces = this.#pieces.filter(({ length }) => (kept += length) <= mostKept);
    this.#piece = 0;
    this.#taken = 0;
  }
}

/** Rooms that nobody uses now. */
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
