import { Transform, type Readable } from 'node:stream';

/**
 * A server that fails in mid-answer has told the status 200 already. It then writes its error behind the rows, in a
 * frame that it announced in this header: `\r\n__exception__\r\n<tag>\r\n<message>\n<length> <tag>\r\n__exception__\r\n`.
 */
export const exceptionHeader = 'x-clickhouse-exception-tag';

/** The same bytes; fails with the error that stands behind them. A few bytes of its frame may have passed by then. */
export function untilException(source: Readable, tag: string): Readable {
  const frame = `__exception__\r\n${tag}`;
  let before: Buffer = Buffer.alloc(0);
  let failure: Buffer | undefined;
  // It flows, for the server ends the connection at once, and what was not read by then is lost.
  const target = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const seen: Buffer = Buffer.concat([failure ?? before, chunk]);
      const at = failure === undefined ? seen.indexOf(frame) : 0;
      if (at !== -1) failure = seen.subarray(at);
      else before = seen.subarray(-frame.length);
      done(null, at === -1 ? chunk : undefined);
    },
    flush: (done) => done(failure && exceptionOf(failure, frame)),
  });
  source.on('error', (error) => target.destroy(failure ? exceptionOf(failure, frame) : error));
  return source.pipe(target);
}

const exceptionOf = (failure: Buffer, frame: string) =>
  new Error(failure.toString('utf8').slice(frame.length).trim().split('\n')[0]);
