import { showToast } from '../../components/toast.ts';
import { CallError } from '../../lib/call.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formOf } from './chosen-files.ts';
import { isPassing, isProtocolBlocked } from './failures.ts';
import { hashFile } from './hash-file.ts';
import { Pace } from './pace.ts';
import {
  discardUpload,
  finishUploads,
  isPartOf,
  sendAsForm,
  unfinishedUploads,
} from './resumable-calls.ts';
import { sendFile, UnreadableFileError, type FileToSend } from './send-file.ts';
import { emptyView, type FileView, type SendingView } from './sending-view.ts';

/** A file that is being sent, with what only this module needs of it. */
interface Job extends FileToSend {
  view: FileView;
  stop: AbortController;
  readonly pace: Pace;
  readonly sum: Promise<string | null>;
  id: string | null;
}

/** Nothing on its way; what was sent, and how many sendings there were, stays. */
const { round: _round, sent: _sent, ...blank } = emptyView;
const tellEveryMs = 250;
const finishDelayMs = 2_000;

/**
 * The files of one or many months on their way: one month after another, the earliest first, each an upload of its
 * own as soon as it is whole. It goes on while the person looks at other screens, and ends with every month handed
 * over, or at one of them with a sentence that says why not.
 */
class Sending {
  #view: SendingView = emptyView;
  #jobs: readonly Job[] = [];
  #coming: readonly (readonly FileToSend[])[] = [];
  #isPlain = false;
  #whole = new AbortController();
  #isTold = true;
  readonly #listeners = new Set<() => void>();

  readonly view = (): SendingView => this.#view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(files: readonly FileToSend[]): void {
    const months = Map.groupBy(files, ({ competencia }) => competencia);
    this.#coming = [...months.keys()].toSorted().map((month) => months.get(month) ?? []);
    this.#isPlain = false;
    this.#tell({ ...blank, sent: [] });
    this.#sendNext();
  }

  pause(key: number): void {
    const job = this.#jobs[key];
    if (job === undefined || !['sending', 'waiting'].includes(job.view.state)) return;
    job.stop.abort();
    this.#change(job, { state: 'paused', bytesPerSecond: null });
  }

  resume(key: number): void {
    const job = this.#jobs[key];
    if (job !== undefined) void this.#run(job);
  }

  /** Sends again what has failed, from where it is. */
  retry(): void {
    const failed = this.#jobs.filter(({ view }) => view.state === 'failed');
    this.#tell({ phase: 'sending', message: null, canSendPlainly: false });
    for (const job of failed.length > 0 ? failed : this.#jobs) void this.#run(job);
  }

  /** Stops, and gives up what the server has; the form is there again, as it was. */
  async cancel(): Promise<void> {
    const jobs = this.#jobs;
    this.leave();
    await discardParts(jobs);
  }

  /** Back to the form, with what was not handed over; what the server has of it waits there. */
  leave(): void {
    this.#whole.abort();
    for (const { stop } of this.#jobs) stop.abort();
    this.#jobs = [];
    this.#coming = [];
    this.#tell(blank);
  }

  /** Where something on the way does not let the resumable protocol through; the months that come go so too. */
  async sendPlainly(): Promise<void> {
    this.#isPlain = true;
    for (const { stop } of this.#jobs) stop.abort();
    this.#tell({ phase: 'checking', message: null, canSendPlainly: false });
    try {
      const form = formOf(this.#view.competencia ?? '', this.#jobs);
      const { uploadId } = await sendAsForm(form);
      await discardParts(this.#jobs);
      this.#handedOver(uploadId);
    } catch (error) {
      this.#failed(error);
    }
  }

  #sendNext(): void {
    const [month = [], ...coming] = this.#coming;
    this.#coming = coming;
    this.#whole = new AbortController();
    const { signal } = this.#whole;
    this.#jobs = month.map((toSend, key) => jobOf(toSend, key, signal));
    this.#tell({
      phase: 'sending',
      competencia: month[0]?.competencia ?? null,
      coming: coming.map(([file]) => file?.competencia ?? ''),
    });
    if (this.#isPlain) void this.sendPlainly();
    else for (const job of this.#jobs) void this.#run(job);
  }

  async #run(job: Job): Promise<void> {
    const stop = new AbortController();
    job.stop = stop;
    job.pace.restart();
    this.#change(job, { state: 'sending', bytesPerSecond: null });
    try {
      job.id = await sendFile(job, {
        signal: stop.signal,
        onSent: (bytes) => this.#moved(job, bytes),
        onWaiting: () => this.#change(job, { state: 'waiting', bytesPerSecond: null }),
      });
      this.#change(job, { state: 'sent', sentBytes: job.file.size, bytesPerSecond: null });
    } catch (error) {
      if (stop.signal.aborted) return;
      this.#change(job, { state: 'failed', bytesPerSecond: null });
      this.#failed(error);
      return;
    }
    if (this.#jobs.every(({ view }) => view.state === 'sent')) await this.#handOver();
  }

  #moved(job: Job, bytes: number): void {
    job.pace.note(bytes, performance.now());
    const bytesPerSecond = job.pace.bytesPerSecond();
    job.view = { ...job.view, state: 'sending', sentBytes: bytes, bytesPerSecond };
    if (!this.#isTold) return;
    // A page that is drawn anew for every piece of news has no time for the person.
    this.#isTold = false;
    setTimeout(() => {
      this.#isTold = true;
      this.#tell({});
    }, tellEveryMs);
  }

  async #handOver(): Promise<void> {
    const { signal } = this.#whole;
    this.#tell({ phase: 'checking', message: null });
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
      this.#tell({ sent });
      this.#sendNext();
      return;
    }
    this.#tell({ ...blank, phase: 'done', sent, round: this.#view.round + 1 });
    showToast({
      title: 'Envio concluído',
      description: 'Os arquivos chegaram e estão na fila de processamento.',
    });
  }

  #failed(error: unknown): void {
    const message = sentenceOf(error);
    this.#tell({ phase: 'failed', message, canSendPlainly: isProtocolBlocked(error) });
    showToast({ tone: 'danger', title: 'Erro', description: message });
  }

  #change(job: Job, change: Partial<FileView>): void {
    job.view = { ...job.view, ...change };
    this.#tell({});
  }

  #tell(change: Partial<SendingView>): void {
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

/** Removes what the server has of these files. What cannot be removed now is listed there as unfinished. */
async function discardParts(jobs: readonly Job[]): Promise<void> {
  const parts = await unfinishedUploads(AbortSignal.timeout(10_000)).catch(() => []);
  const own = parts.filter((part) => jobs.some(({ file }) => isPartOf(file, part)));
  await Promise.allSettled(own.map(({ id }) => discardUpload(id)));
}

async function finishThroughLosses(
  body: Parameters<typeof finishUploads>[0],
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    try {
      return (await finishUploads(body, signal)).uploadId;
    } catch (error) {
      signal.throwIfAborted();
      // What the server no longer has must be sent again.
      const isGone = error instanceof CallError && error.code === 'unknown_upload';
      if (isGone || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, finishDelayMs));
      signal.throwIfAborted();
    }
  }
}

class SameContentError extends Error {
  override readonly name = 'SameContentError';
}

function ensureDifferent(jobs: readonly Job[], sums: readonly (string | null)[]): void {
  for (const [index, sum] of sums.entries()) {
    const first = sum === null ? index : sums.indexOf(sum);
    if (first === index) continue;
    throw new SameContentError(
      `Os arquivos "${jobs[first]?.file.name}" e "${jobs[index]?.file.name}" têm o mesmo conteúdo. Escolha o arquivo certo para cada campo.`,
    );
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof UnreadableFileError || error instanceof SameContentError) {
    return error.message;
  }
  return error instanceof Error ? failureText(error, 'Erro no upload') : 'Erro no upload';
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** The browser asks before it closes a page that is sending. */
function guardLeaving(isSending: boolean): void {
  if (isSending) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
}

/** The one sending of this page. */
export const sending = new Sending();
