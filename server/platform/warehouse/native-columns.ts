export type NumberColumn = Int8Array | Uint8Array | Uint16Array | Uint32Array;

/** Some rows of a result: its columns by name. */
export interface ColumnBlock {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, NumberColumn>;
}

/**
 * Reads ClickHouse's Native format as a server sends it to a client of revision 0: a sequence of blocks, each with its
 * columns' names, types and little-endian values. Throws for a type that is not a whole number of up to 32 bits, and if
 * the bytes end in the middle of a block.
 */
export function* decodeColumns(bytes: Uint8Array): Generator<ColumnBlock> {
  const reader = new Reader(bytes);
  while (reader.hasMore) {
    const width = reader.count();
    const rows = reader.count();
    const columns = new Map<string, NumberColumn>();
    for (let place = 0; place < width; place++) {
      const name = reader.text();
      columns.set(name, reader.values(reader.text(), rows));
    }
    yield { rows, columns };
  }
}

function sizeOf(type: string): number {
  const size = { Int8: 1, UInt8: 1, UInt16: 2, UInt32: 4 }[type];
  if (size === undefined) throw new RangeError(`A column of type ${type} cannot be read.`);
  return size;
}

class Reader {
  readonly #all: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    // The `slice` of a Buffer would be a view.
    this.#all = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get hasMore(): boolean {
    return this.#at < this.#all.length;
  }

  /** An unsigned integer, seven bits per byte. */
  count(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const [byte = 0] = this.bytes(1);
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  text(): string {
    return new TextDecoder().decode(this.bytes(this.count()));
  }

  // Copies the bytes, because a view of wider numbers must begin at a multiple of their size.
  values(type: string, rows: number): NumberColumn {
    const bytes = this.bytes(rows * sizeOf(type));
    if (type === 'UInt8') return bytes;
    const { buffer } = bytes.slice();
    if (type === 'Int8') return new Int8Array(buffer);
    return type === 'UInt16' ? new Uint16Array(buffer) : new Uint32Array(buffer);
  }

  bytes(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#all.length) throw new RangeError('The columns end too early.');
    const taken = this.#all.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

/** The columns of a whole result, by name. */
export interface WholeColumns {
  readonly rows: number;
  /** Throws `RangeError` for a name that a non-empty result does not have. */
  readonly column: (name: string) => NumberColumn;
}

/** Reads a result and joins its blocks. */
export function wholeColumns(bytes: Uint8Array): WholeColumns {
  const blocks = [...decodeColumns(bytes)];
  const rows = blocks.reduce((sum, block) => sum + block.rows, 0);
  const names = new Set(blocks.flatMap(({ columns }) => [...columns.keys()]));
  const columns = new Map([...names].map((name) => [name, wholeColumn(blocks, name, rows)]));
  return {
    rows,
    column: (name) => {
      const column = columns.get(name);
      if (column === undefined && rows > 0) throw new RangeError(`There is no column ${name}.`);
      return column ?? new Uint8Array();
    },
  };
}

function wholeColumn(blocks: readonly ColumnBlock[], name: string, rows: number): NumberColumn {
  const parts = blocks.flatMap(({ columns }) => columns.get(name) ?? []);
  const [first = new Uint8Array()] = parts;
  if (parts.length === 1) return first;
  const whole = emptyLike(first, rows);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function emptyLike(column: NumberColumn, rows: number): NumberColumn {
  if (column instanceof Int8Array) return new Int8Array(rows);
  if (column instanceof Uint8Array) return new Uint8Array(rows);
  return column instanceof Uint16Array ? new Uint16Array(rows) : new Uint32Array(rows);
}
