import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { LineLoad } from './warehouse.ts';

/**
 * Writes a text to a stream and ends the stream. Requests the next chunk once the stream has written the last one,
 * because the text may overwrite a chunk once the next one is requested. Calls `onBroken` with the error of a text that
 * breaks off. Rejects with that error, or with the stream's.
 */
export async function writeText(
  text: LineLoad['text'],
  writer: Writable,
  onBroken: (error: unknown) => void,
): Promise<void> {
  // Rejects also if the stream is destroyed, after which it may never call back.
  const closed = finished(writer, { readable: false });
  closed.catch(() => undefined);
  for await (const chunk of reporting(text, onBroken)) {
    const written = new Promise<void>((resolve, reject) => {
      writer.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([written, closed]);
  }
  writer.end();
  await closed;
}

async function* reporting(text: LineLoad['text'], onBroken: (error: unknown) => void) {
  try {
    yield* text;
  } catch (error) {
    onBroken(error);
    throw error;
  }
}
