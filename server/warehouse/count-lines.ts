import { Transform } from 'node:stream';
import type { LoadProgress } from './warehouse.ts';

const newline = 0x0a;
const progressEveryMs = 400;

/** Passes a text on unchanged and tells now and then, and at its end, how much of it has gone by. */
export function countLines(onProgress: (progress: LoadProgress) => void): Transform {
  let rows = 0;
  let bytes = 0;
  let nextAt = performance.now() + progressEveryMs;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1))
        rows += 1;
      if (performance.now() >= nextAt) {
        nextAt = performance.now() + progressEveryMs;
        onProgress({ rows, bytes });
      }
      done(null, chunk);
    },
    flush(done) {
      onProgress({ rows, bytes });
      done();
    },
  });
}
