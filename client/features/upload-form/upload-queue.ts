import { useSyncExternalStore } from 'react';
import { showToast } from '../../components/toast.ts';
import { failureText, UnreachableError } from '../../lib/call.ts';
import { followWindows } from '../../lib/session.ts';
import { hashFile } from './hash-file.ts';
import { discardUpload, isPartOf, unfinishedUploads } from './resumable-calls.ts';
import {
  UnsendableFileError,
  finishThroughLosses,
  Pace,
  sendFile,
  type FileToSend,
} from './upload-file.ts';
import { emptyView, type FileState, type FileView, type UploadQueueState } from './upload-state.ts';

/** A file in transfer, with the fields that only this module needs. */
interface Job extends FileToSend {
  view: FileView;
  stop: AbortController;
  readonly pace: Pace;
  readonly sum: Promise<string | null>;
  id: string | null;
}

/** The view without a transfer; `sent` stays. */
const { sent: _sent, ...blank } = emptyView;
const updateEveryMs = 250;

/**
 * Transfers the files of one or many months: one month after another, the earliest first, each submitted as a separate
 * upload as soon as it is complete. The transfer continues while the user opens other screens. It ends when every month
 * is submitted, or stops at one of them with a sentence that states the reason.
 */
class UploadQueue {
  #view: UploadQueueState = emptyView;
  #jobs: readonly Job[] = [];
  #coming: readonly (readonly FileToSend[])[] = [];
  #whole = new AbortController();
  #isReported = true;
  #owner: string | undefined;
  readonly #listeners = new Set<() => void>();

  readonly view = (): UploadQueueState => this.#view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts this user's transfer, which ends when another user signs in. */
  start(files: readonly FileToSend[], owner: string): void {
    if (this.#owner === undefined) followWindows((user) => this.#follow(user));
    this.#owner = owner;
    const months = Map.groupBy(files, ({ competencia }) => competencia);
    this.#coming = [...months.keys()].toSorted().map((month) => months.get(month) ?? []);
    this.#update({ ...blank, sent: [] });
    this.#sendNext();
  }

  pause(key: number): void {
    const job = this.#jobs[key];
    if (job === undefined || !['sending', 'waiting', 'retrying'].includes(job.view.state)) return;
    job.stop.abort();
    this.#enter(job, 'paused');
  }

  resume(key: number): void {
    const job = this.#jobs[key];
    if (job !== undefined) void this.#run(job);
  }

  /** Retries the failed files, from where they stopped. */
  retry(): void {
    const failed = this.#jobs.filter(({ view }) => view.state === 'failed');
    this.#update({ phase: 'sending', message: null });
    for (const job of failed.length > 0 ? failed : this.#jobs) void this.#run(job);
  }

  /** Stops and deletes what the server has; the form shows its previous values again. */
  async cancel(): Promise<void> {
    const jobs = this.#jobs;
    this.leave();
    await discardParts(jobs);
  }

  /** Returns to the form with the files that were not submitted; the server keeps its parts of them. */
  leave(): void {
    this.#whole.abort();
    for (const { stop } of this.#jobs) stop.abort();
    this.#jobs = [];
    this.#coming = [];
    this.#update(blank);
  }

  #follow(user: string | null): void {
    if (user === null || user === this.#owner) return;
    this.leave();
    this.#update({ sent: [] });
  }

  #sendNext(): void {
    const [month = [], ...coming] = this.#coming;
    this.#coming = coming;
    this.#whole = new AbortController();
    const { signal } = this.#whole;
    this.#jobs = month.map((toSend, key) => jobOf(toSend, key, signal));
    this.#update({
      phase: 'sending',
      competencia: month[0]?.competencia ?? null,
      coming: coming.map(([file]) => file?.competencia ?? ''),
    });
    for (const job of this.#jobs) void this.#run(job);
  }

  async #run(job: Job): Promise<void> {
    const stop = new AbortController();
    job.stop = stop;
    job.pace.restart();
    this.#enter(job, 'sending');
    try {
      job.id = await sendFile(job, {
        signal: stop.signal,
        onSent: (bytes) => this.#moved(job, bytes),
        onWaiting: (error) => {
          job.pace.restart();
          this.#enter(job, error instanceof UnreachableError ? 'waiting' : 'retrying');
        },
      });
      job.view = { ...job.view, sentBytes: job.file.size };
      this.#enter(job, 'sent');
    } catch (error) {
      if (stop.signal.aborted) return;
      this.#enter(job, 'failed');
      this.#failed(error);
      return;
    }
    if (this.#jobs.every(({ view }) => view.state === 'sent')) await this.#handOver();
  }

  #moved(job: Job, bytes: number): void {
    const bytesPerSecond = job.pace.bytesPerSecond(bytes, performance.now());
    job.view = { ...job.view, state: 'sending', sentBytes: bytes, bytesPerSecond };
    if (!this.#isReported) return;
    // Throttles the updates, so that rendering does not block the page.
    this.#isReported = false;
    setTimeout(() => {
      this.#isReported = true;
      this.#update({});
    }, updateEveryMs);
  }

  async #handOver(): Promise<void> {
    const { signal } = this.#whole;
    this.#update({ phase: 'checking', message: null });
    try {
      const sums = await Promise.all(this.#jobs.map(({ sum }) => sum));
      if (signal.aborted) return;
      ensureDifferent(this.#jobs, sums);
      const files = this.#jobs.map(({ id, kind }, index) => {
        const sha256 = sums[index];
        return { id: id ?? '', kind, ...(sha256 && { sha256 }) };
      });
      const body = { competencia: this.#view.competencia ?? '', files };
      this.#handedOver(await finishThroughLosses(body, signal));
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  #handedOver(uploadId: string): void {
    const month = {
      competencia: this.#view.competencia ?? '',
      uploadId,
      files: this.#jobs.map(({ file }) => file),
    };
    this.#jobs = [];
    const sent = [...this.#view.sent, month];
    if (this.#coming.length > 0) {
      this.#update({ sent });
      this.#sendNext();
      return;
    }
    this.#update({ ...blank, phase: 'done', sent });
    showToast({
      title: 'Envio concluído',
      description: 'Os arquivos chegaram e estão na fila de processamento.',
    });
  }

  #failed(error: unknown): void {
    const message = sentenceOf(error);
    this.#update({ phase: 'failed', message });
    showToast({ tone: 'danger', title: 'Erro', description: message });
  }

  /** The pace of a file is unknown at the start of each state. */
  #enter(job: Job, state: FileState): void {
    job.view = { ...job.view, state, bytesPerSecond: null };
    this.#update({});
  }

  #update(change: Partial<UploadQueueState>): void {
    this.#view = { ...this.#view, ...change, files: this.#jobs.map(({ view }) => view) };
    guardLeaving(this.#view.phase === 'sending' || this.#view.phase === 'checking');
    for (const listener of this.#listeners) listener();
  }
}

const jobOf = (toSend: FileToSend, key: number, signal: AbortSignal): Job => ({
  ...toSend,
  view: {
    key,
    name: toSend.file.name,
    kind: toSend.kind,
    bytes: toSend.file.size,
    sentBytes: 0,
    state: 'sending',
    bytesPerSecond: null,
  },
  stop: new AbortController(),
  pace: new Pace(),
  sum: hashFile(toSend.file, signal),
  id: null,
});

/** Deletes what the server has of these files. A part that cannot be deleted now is listed there as unfinished. */
async function discardParts(jobs: readonly Job[]): Promise<void> {
  const parts = await unfinishedUploads(AbortSignal.timeout(10_000)).catch(() => []);
  const partsOfJobs = parts.filter((part) => jobs.some(({ file }) => isPartOf(file, part)));
  await Promise.allSettled(partsOfJobs.map(({ id }) => discardUpload(id)));
}

function ensureDifferent(jobs: readonly Job[], sums: readonly (string | null)[]): void {
  for (const [index, sum] of sums.entries()) {
    const first = sum === null ? index : sums.indexOf(sum);
    if (first === index) continue;
    throw new UnsendableFileError(
      `Os arquivos “${jobs[first]?.file.name}” e “${jobs[index]?.file.name}” têm o mesmo conteúdo. Escolha o arquivo certo para cada campo.`,
    );
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof UnsendableFileError) return error.message;
  return error instanceof Error ? failureText(error, 'Erro no upload') : 'Erro no upload';
}

const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Makes the browser request confirmation before it closes a page with a transfer in progress. */
function guardLeaving(isSending: boolean): void {
  if (isSending) addEventListener('beforeunload', confirmLeaving);
  else removeEventListener('beforeunload', confirmLeaving);
}

/** The page's single instance. */
export const uploadQueue = new UploadQueue();

/** The page's transfer, with live updates. */
export const useUploadQueue = (): UploadQueueState =>
  useSyncExternalStore(uploadQueue.subscribe, uploadQueue.view);
