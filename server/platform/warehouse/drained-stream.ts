import { PassThrough, type Readable } from 'node:stream';

/**
 * Connects a source that must not be closed early to a reader that may leave at any time. After that the source is
 * drained, until its writer knows that the reader has left.
 */
export class DrainedStream {
  readonly chunks = new PassThrough();
  #source: Readable | undefined;
  #isShut = false;

  /** Whether the source is connected: the reader may have received a part of it. */
  get isConnected(): boolean {
    return this.#source !== undefined;
  }

  connect(source: Readable, resultOf: (error: unknown) => Error): void {
    this.#source = source;
    source.on('error', (error) => this.fail(resultOf(error)));
    if (this.#isShut) source.resume();
    else source.pipe(this.chunks);
  }

  /** The reader gets the error at once, whatever the source still holds. */
  fail(error: unknown): void {
    this.shut();
    this.chunks.destroy(error instanceof Error ? error : new Error(String(error)));
  }

  shut(): void {
    this.#isShut = true;
    this.#source?.unpipe(this.chunks).resume();
  }
}
