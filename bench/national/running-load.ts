import { SimpleUploadAnswer } from '../../shared/contracts/source.ts';
import { Upload } from '../../shared/contracts/uploads.ts';
import type { Filters } from './queries.ts';

/** A load that the server fetches from its source, from the request until it is published. */
export class RunningLoad {
  readonly #address: string;
  readonly #cookie: string;
  readonly #begun = performance.now();
  #id = '';
  seconds = 0;

  constructor(address: string, cookie: string) {
    this.#address = address;
    this.#cookie = cookie;
  }

  async begin(competencia: string): Promise<void> {
    const answer = await this.#call('/api/simple-upload', { competencia });
    if (answer.status !== 202) throw new Error(`The load was refused: ${await answer.text()}`);
    this.#id = SimpleUploadAnswer.parse(await answer.json()).upload.id;
  }

  /** Yields one query after another while the load runs. Throws if the load fails or the queries run out. */
  async *whileRunning(queries: readonly Filters[]): AsyncGenerator<Filters> {
    for (const filters of queries) {
      yield filters;
      const answer = await this.#call(`/api/uploads/${this.#id}`);
      const { status, message } = Upload.parse(await answer.json());
      if (status === 'COMPLETED') {
        this.seconds = (performance.now() - this.#begun) / 1000;
        return;
      }
      if (status !== 'PENDING' && status !== 'PROCESSING') {
        throw new Error(`The load is ${status}: ${message ?? ''}`);
      }
    }
    throw new Error('The load took longer than there were queries.');
  }

  #call(path: string, body?: object): Promise<Response> {
    return fetch(`${this.#address}${path}`, {
      headers: { cookie: this.#cookie, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  }
}
