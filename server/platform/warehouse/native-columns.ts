export type NumberColumn = Int8Array | Uint8Array | Uint16Array | Uint32Array;

/** The columns of a whole result, by name. */
export interface WholeColumns {
  readonly rows: number;
  /** Throws `RangeError` for a name that a non-empty result does not have. */
  readonly column: (name: string) => NumberColumn;
}

const arrays = { Int8: Int8Array, UInt8: Uint8Array, UInt16: Uint16Array, UInt32: Uint32Array };
type ArrayOf = (typeof arrays)[keyof typeof arrays];

/** A column's type, and its bytes in consecutive views. */
interface ColumnBytes {
  readonly array: ArrayOf;
  readonly views: Uint8Array[];
}

/**
 * Reads a result in ClickHouse's Native format, cut anywhere into pieces, as a server sends it to a client of revision
 * 0: a sequence of blocks, each with its columns' names, types and little-endian values. Throws for a type that is not
 * a whole number of up to 32 bits, and if the pieces end in the middle of a block.
 */
export function wholeColumns(pieces: readonly Uint8Array[]): WholeColumns {
  const reader = new Reader(pieces);
  const found = new Map<string, ColumnBytes>();
  let rows = 0;
  while (reader.hasMore) {
    const width = reader.count();
    const blockRows = reader.count();
    for (let place = 0; place < width; place++) {
      const name = reader.text();
      const array = arrayOf(reader.text());
      const column = found.get(name) ?? { array, views: [] };
      found.set(name, column);
      reader.take(blockRows * array.BYTES_PER_ELEMENT, (view) => column.views.push(view));
    }
    rows += blockRows;
  }
  const columns = new Map([...found].map(([name, bytes]) => [name, joined(bytes, rows)]));
  return {
    rows,
    column: (name) => {
      const column = columns.get(name);
      if (column === undefined && rows > 0) throw new RangeError(`There is no column ${name}.`);
      return column ?? new Uint8Array();
    },
  };
}

function arrayOf(type: string): ArrayOf {
  const found = Object.entries(arrays).find(([name]) => name === type);
  if (found === undefined) throw new RangeError(`A column of type ${type} cannot be read.`);
  return found[1];
}

function joined({ array, views }: ColumnBytes, rows: number): NumberColumn {
  const whole = new Uint8Array(rows * array.BYTES_PER_ELEMENT);
  let at = 0;
  for (const view of views) {
    whole.set(view, at);
    at += view.length;
  }
  if (at !== whole.length) throw new RangeError('The blocks have different columns.');
  return new array(whole.buffer);
}

class Reader {
  readonly #pieces: readonly Uint8Array[];
  #piece = 0;
  /** Within the piece. */
  #at = 0;

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces.filter(({ length }) => length > 0);
  }

  get hasMore(): boolean {
    return this.#piece < this.#pieces.length;
  }

  /** An unsigned integer, seven bits per byte. */
  count(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const [byte = 0] = this.#bytes(1);
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  text(): string {
    return Buffer.from(this.#bytes(this.count())).toString();
  }

  /** Passes over some bytes, and gives them to `onView` in consecutive views. */
  take(length: number, onView: (view: Uint8Array) => void): void {
    for (let left = length; left > 0;) {
      const piece = this.#pieces[this.#piece];
      if (piece === undefined) throw new RangeError('The columns end too early.');
      const view = piece.subarray(this.#at, this.#at + left);
      onView(view);
      left -= view.length;
      this.#at += view.length;
      if (this.#at < piece.length) return;
      this.#piece += 1;
      this.#at = 0;
    }
  }

  #bytes(length: number): number[] {
    const bytes: number[] = [];
    this.take(length, (view) => bytes.push(...view));
    return bytes;
  }
}
