import type { MarketNames } from '../../../../shared/contracts/market.ts';
import type { OccupationOffer } from '../matching/match-titles.ts';
import type { Roll } from './read-people.ts';
import { type ReadTable, RollFileError, type RollTable } from './roll-columns.ts';

/** A reading that takes longer is treated as failed, such as one that takes thousands of names for jobs. */
const readTimeoutMs = 60_000;

const failures = {
  tooSlow:
    'A leitura passou de um minuto. Confira se a coluna de cargo é a certa, ou separe a planilha por área e leia uma parte por vez.',
  broken:
    'Não foi possível ler o arquivo neste navegador. Salve a planilha como .csv e tente de novo.',
  unloaded:
    'Não foi possível carregar o leitor de planilhas. Verifique a internet, recarregue a página e tente de novo.',
} as const;

/** The page's side of the worker that reads a payroll; the worker starts on first use. */
export class PayrollReader {
  #worker: Worker | undefined;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #names: MarketNames;

  constructor(names: MarketNames) {
    this.#names = names;
  }

  read(file: Blob): Promise<RollTable> {
    return this.#send({ kind: 'read', file });
  }

  people(requested: ReadTable): Promise<Roll> {
    return this.#send({ kind: 'people', ...requested });
  }

  offers(text: string): Promise<OccupationOffer[]> {
    return this.#send({ kind: 'offers', text });
  }

  /** Ends the worker and rejects its pending requests. */
  close(reason: string = failures.broken): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const reject of this.#waiting) reject(new RollFileError(reason));
  }

  #send<Result>(request: WorkerRequest): Promise<Result> {
    const worker = (this.#worker ??= this.#start());
    const { port1: answered, port2: answers } = new MessageChannel();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    answered.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<Result>>) => {
      if ('result' in data) resolve(data.result);
      else reject(new RollFileError(data.sentence ?? failures.broken));
    });
    answered.start();
    this.#waiting.add(reject);
    const giveUp = setTimeout(() => this.close(failures.tooSlow), readTimeoutMs);
    worker.postMessage(request, [answers]);
    return promise.finally(() => {
      clearTimeout(giveUp);
      this.#waiting.delete(reject);
      answered.close();
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('payroll-worker.ts', import.meta.url), { type: 'module' });
    // A script that does not load causes an event without the message that an error of the script has.
    worker.addEventListener('error', (event) =>
      this.close('message' in event ? failures.broken : failures.unloaded),
    );
    const learning: WorkerRequest = { kind: 'learn', names: this.#names };
    worker.postMessage(learning, []);
    return worker;
  }
}

export type WorkerRequest =
  | { readonly kind: 'learn'; readonly names: MarketNames }
  | { readonly kind: 'read'; readonly file: Blob }
  | ({ readonly kind: 'people' } & ReadTable)
  | { readonly kind: 'offers'; readonly text: string };

export type WorkerAnswer<Result> =
  | { readonly result: Result }
  /** Null if the file is not the cause. */
  | { readonly sentence: string | null };
