/**
 * The most rows that one statement of a long removal changes: SQLite takes up to 50 ms for 500, and the event loop waits
 * for each statement.
 */
export const sliceRows = 250;

/**
 * Repeats a statement that changes at most `sliceRows` rows until it finds fewer; other work runs in between. Returns how
 * many rows it changed in all.
 */
export async function inSlices(changeSome: () => Promise<bigint>): Promise<number> {
  for (let all = 0; ;) {
    const changed = Number(await changeSome());
    all += changed;
    if (changed < sliceRows) return all;
  }
}
