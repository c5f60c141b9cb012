import { Transform, type Readable } from 'node:stream';

/**
 * A server that fails in mid-answer has told the status 200 already. It then writes its error behind the rows, in a
 * frame that it announced in this header: `\r\n__exception__\r\n<tag>\r\n<message>\n<length> <tag>\r\n__exception__\r\n`.
 */
export const exceptionHeader = 'x-clickhouse-exception-tag';

/** The same bytes, without those of the frame; fails with the error that stands in it, wherever its chunks are cut. */
export function untilException(source: Readable, tag: string): Readable {
  const frame = Buffer.from(`\r\n__exception__\r\n${tag}`);
  let isFailing = false;
  /** What is not passed on yet: the frame, or what may be its beginning. */
  let held: Buffer = Buffer.alloc(0);
  // It flows, for the server ends the connection at once, and what was not read by then is lost.
  const target = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      if (isFailing) return done();
      const at = held.indexOf(frame);
      isFailing = at !== -1;
      const passes = isFailing ? at : held.length - begunAtEnd(held, frame);
      const passed = held.subarray(0, passes);
      held = held.subarray(passes);
      done(null, passed);
    },
    flush: (done) => (isFailing ? done(exceptionOf(held, frame)) : done(null, held)),
  });
  source.on('error', (error) => target.destroy(isFailing ? exceptionOf(held, frame) : error));
  return source.pipe(target);
}

/** How many bytes at the end are the frame's first. */
function begunAtEnd(bytes: Buffer, frame: Buffer): number {
  for (let length = Math.min(bytes.length, frame.length - 1); length > 0; length--) {
    if (bytes.subarray(-length).equals(frame.subarray(0, length))) return length;
  }
  return 0;
}

const exceptionOf = (failure: Buffer, frame: Buffer) =>
  new Error(failure.toString('utf8', frame.length).trim().split('\n')[0]);
