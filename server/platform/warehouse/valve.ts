import { PassThrough, type Readable } from 'node:stream';

/**
 * Stands between a source that must not be closed early and a reader who may leave at any time: after that
 * the source runs dry instead, until its writer has heard that nobody listens.
 */
export class Valve {
  readonly chunks = new PassThrough();
  #source: Readable | undefined;
  #isShut = false;

  /** The source is there: its reader may have had something of it. */
  get isConnected(): boolean {
    return this.#source !== undefined;
  }

  connect(source: Readable, told: (error: unknown) => Error): void {
    this.#source = source;
    source.on('error', (error) => this.fail(told(error)));
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
