import { Readable } from 'node:stream';

/**
 * A server that fails in the middle of a response has already sent status 200. It then writes its error after the rows,
 * in a frame whose tag it announced in this header:
 * `\r\n__exception__\r\n<tag>\r\n<message>\n<length> <tag>\r\n__exception__\r\n`.
 */
export const exceptionHeader = 'x-clickhouse-exception-tag';

/** The same bytes without those of the frame. Fails with the frame's error, wherever the chunks are cut. */
export function untilException(source: Readable, tag: string): Readable {
  const frame = Buffer.from(`\r\n__exception__\r\n${tag}`);
  let isFailing = false;
  /** Bytes that are not passed on yet: the frame, or a possible beginning of it. */
  let held: Buffer = Buffer.alloc(0);
  const passable = (chunk: Buffer): Buffer => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (isFailing) return Buffer.alloc(0);
    const at = held.indexOf(frame);
    isFailing = at !== -1;
    const passes = isFailing ? at : held.length - begunAtEnd(held, frame);
    const passed = held.subarray(0, passes);
    held = held.subarray(passes);
    return passed;
  };
  const target = new Readable({ read: () => void source.resume() });
  source.on('data', (chunk: Buffer) => {
    const passed = passable(chunk);
    if (passed.length > 0 && !target.push(passed)) source.pause();
  });
  source.on('end', () => {
    if (isFailing) return target.destroy(exceptionOf(held, frame));
    target.push(held);
    target.push(null);
  });
  source.on('error', (error) => {
    // The server ends the connection at once: a source that waited for a slow reader may still hold the frame.
    for (let left: unknown; Buffer.isBuffer((left = source.read()));) passable(left);
    target.destroy(isFailing ? exceptionOf(held, frame) : error);
  });
  return target;
}

/** How many bytes at the end match the beginning of the frame. */
function begunAtEnd(bytes: Buffer, frame: Buffer): number {
  for (let length = Math.min(bytes.length, frame.length - 1); length > 0; length--) {
    if (bytes.subarray(-length).equals(frame.subarray(0, length))) return length;
  }
  return 0;
}

const exceptionOf = (failure: Buffer, frame: Buffer) =>
  new Error(failure.toString('utf8', frame.length).trim().split('\n')[0]);
