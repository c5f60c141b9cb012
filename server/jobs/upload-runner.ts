import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { processUpload, type Loading, type ProcessedUpload } from '../ingest/process-upload.ts';
import { rememberFetched } from '../ingest/receive-file.ts';
import { sweepOrphans } from '../ingest/orphans.ts';
import { UploadStoppedError } from '../ingest/publish.ts';
import { holdPointer } from '../releases/pointer.ts';
import { cancelledSentence } from '../ingest/upload-acts.ts';

const LEASE_MS = 30_000;
const HEARTBEAT_MS = 2_000;
const POLL_MS = 1_000;

export interface RunnerOptions {
  readonly loading: Loading;
  readonly logger: Logger;
  /** Called after each upload has ended, whatever its outcome. */
  readonly onEnded?: (uploadId: string) => Promise<void>;
}

/**
 * Takes waiting uploads one at a time, whichever process queued them. A claim is a lease that must be renewed:
 * what a dead process left is taken over and done again from its files.
 */
export class UploadRunner {
  readonly #options: RunnerOptions;
  readonly #worker = randomUUID();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #current: { readonly id: string; readonly cancel: AbortController } | undefined;
  #renewedAt = 0;
  #wake: () => void = () => undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Starts taking uploads in the background. */
  start(): void {
    this.#running ??= this.#loop();
  }

  /** Looks for work now instead of at the next turn. */
  wake(): void {
    this.#wake();
  }

  /** Stops this upload at once if it is under way here; whoever has it elsewhere sees its row. */
  cancel(id: string): void {
    if (this.#current?.id === id) this.#current.cancel.abort(new UploadStoppedError());
  }

  /** Ends the loop; an upload in progress is interrupted and goes back to the queue. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The runner is stopping.'));
    this.#wake();
    await this.#running;
  }

  /** Takes uploads until none waits. */
  async drain(): Promise<void> {
    while (!this.#stopping.signal.aborted && (await this.#runNext()));
  }

  async #loop(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.drain();
      } catch (error) {
        this.#options.logger.error({ err: error }, 'the upload runner could not work');
      }
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #runNext(): Promise<boolean> {
    const id = await this.#claim();
    if (id === undefined) return false;
    const cancel = new AbortController();
    this.#current = { id, cancel };
    const heartbeat = setInterval(() => void this.#renew(id), HEARTBEAT_MS);
    this.#renewedAt = performance.now();
    try {
      await this.#renew(id);
      const { loading } = this.#options;
      const signal = AbortSignal.any([this.#stopping.signal, cancel.signal]);
      signal.throwIfAborted();
      await sweepOrphans(loading.store, loading.warehouse);
      const processed = await processUpload(id, { ...loading, signal, worker: this.#worker });
      await rememberFetched(loading, id);
      const isStopped = processed.release === null && (await this.#endCancelled(id));
      if (!isStopped) await this.#end(id, ...ending(processed));
    } catch (error) {
      await this.#fail(id, error);
    } finally {
      clearInterval(heartbeat);
      this.#current = undefined;
    }
    await this.#options.onEnded?.(id);
    return true;
  }

  async #fail(id: string, error: unknown): Promise<void> {
    if (await this.#endCancelled(id)) return;
    if (this.#stopping.signal.aborted) {
      await this.#release(id);
      return;
    }
    this.#options.logger.error({ err: error, upload: id }, 'an upload failed');
    if (await this.#endPublished(id)) return;
    await this.#end(id, 'FAILED', failureSentence(error));
  }

  /** Ends an upload that failed after its release was there: only its notes were left to write. */
  async #endPublished(id: string): Promise<boolean> {
    const { loading } = this.#options;
    const upload = await loading.store.db
      .selectFrom('uploads')
      .select('release')
      .where('id', '=', id)
      .executeTakeFirst();
    if (upload?.release == null) return false;
    await this.#end(id, ...ending(await processUpload(id, { ...loading, worker: this.#worker })));
    return true;
  }

  /** Ends an upload that was asked to stop before its release was there; its rows are swept before the next load. */
  async #endCancelled(id: string): Promise<boolean> {
    const ended = await this.#mine(id)
      .set({
        status: 'CANCELLED',
        message: cancelledSentence,
        finished_at: this.#now().toISOString(),
        worker: null,
        lease_until: null,
      })
      .where('cancel_requested_at', 'is not', null)
      .where('release', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return ended !== undefined;
  }

  /** The oldest waiting upload, or one whose worker died; none while another worker is at work. */
  async #claim(): Promise<string | undefined> {
    const now = this.#now();
    return this.#options.loading.store.db.transaction().execute(async (transaction) => {
      // One claim after another: two that look at the same moment would both find nobody at work.
      await holdPointer(transaction);
      const next = await transaction
        .selectFrom('uploads')
        .select(['id', 'status', 'lease_until'])
        .where('status', 'in', ['PENDING', 'PROCESSING'])
        .orderBy('status', 'desc')
        .orderBy('created_at')
        .executeTakeFirst();
      if (next === undefined) return undefined;
      const isHeld = next.status === 'PROCESSING' && (next.lease_until ?? '') > now.toISOString();
      if (isHeld) return undefined;
      const claimed = await transaction
        .updateTable('uploads')
        .set({ status: 'PROCESSING', worker: this.#worker, lease_until: this.#lease(now) })
        .where('id', '=', next.id)
        .where('status', '=', next.status)
        .where((where) =>
          where.or([where('lease_until', 'is', null), where('lease_until', '=', next.lease_until)]),
        )
        .returning('id')
        .executeTakeFirst();
      return claimed?.id;
    });
  }

  async #renew(id: string): Promise<void> {
    try {
      const row = await this.#mine(id)
        .set({ lease_until: this.#lease(this.#now()) })
        .returning('cancel_requested_at')
        .executeTakeFirst();
      // Without its row the claim is another's: what is done here must come to nothing.
      if (row === undefined || row.cancel_requested_at !== null) this.cancel(id);
      this.#renewedAt = performance.now();
    } catch (error) {
      this.#options.logger.warn({ err: error, upload: id }, 'a lease could not be renewed');
      if (performance.now() - this.#renewedAt > LEASE_MS) this.cancel(id);
    }
  }

  async #release(id: string): Promise<void> {
    await this.#mine(id).set({ status: 'PENDING', worker: null, lease_until: null }).execute();
  }

  async #end(id: string, status: Ending[0], message: string): Promise<void> {
    await this.#mine(id)
      .set({
        status,
        message,
        finished_at: status === 'AWAITING_APPROVAL' ? null : this.#now().toISOString(),
        worker: null,
        lease_until: null,
      })
      .execute();
  }

  #mine(id: string) {
    return this.#options.loading.store.db
      .updateTable('uploads')
      .where('id', '=', id)
      .where('worker', '=', this.#worker);
  }

  #now(): Date {
    return this.#options.loading.clock();
  }

  #lease(now: Date): string {
    return new Date(now.getTime() + LEASE_MS).toISOString();
  }
}

type Ending = ['COMPLETED' | 'FAILED' | 'AWAITING_APPROVAL', string];

function ending({ release, outcomes, waits }: ProcessedUpload): Ending {
  if (waits.length > 0) return ['AWAITING_APPROVAL', waitingSentence(waits.length)];
  const published = outcomes.filter((outcome) => outcome === 'PUBLISHED').length;
  const refused = outcomes.filter((outcome) => outcome === 'REFUSED').length;
  const what =
    release === null ? '' : `Versão ${release} dos dados publicada com ${counted(published)}. `;
  if (refused > 0) {
    return [
      'FAILED',
      `${what}${counted(refused)} ${refused === 1 ? 'recusado' : 'recusados'}: veja o motivo ao lado de cada um.`,
    ];
  }
  return [
    'COMPLETED',
    release === null ? 'Nada mudou: o mesmo conteúdo já estava publicado.' : what.trim(),
  ];
}

const waitingSentence = (reasons: number) =>
  `A conferência encontrou ${reasons} ${reasons === 1 ? 'diferença' : 'diferenças'} além dos limites; nada foi publicado. Veja os motivos e escolha "Publicar mesmo assim" ou cancele.`;

const counted = (files: number) => `${files} ${files === 1 ? 'arquivo' : 'arquivos'}`;

function failureSentence(error: unknown): string {
  if (isMissingFile(error)) {
    return 'Um arquivo deste envio não está mais onde estava. Envie os arquivos outra vez.';
  }
  return 'O carregamento parou por um problema do nosso lado; os dados publicados não mudaram. Tente de novo e, se persistir, veja o registro do servidor.';
}

const isMissingFile = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
