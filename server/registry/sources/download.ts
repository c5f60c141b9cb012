import { open } from 'node:fs/promises';
import {
  firstCodeOf,
  diskFull,
  fileTooLarge,
  isFileTooLarge,
  networkFailure,
  SourceFailure,
} from './failures.ts';
import { anySignal, retry } from './retry.ts';
import {
  beginPart,
  finishPart,
  partBytes,
  partPath,
  readPart,
  removePart,
  sumPart,
  type PartFile,
  type Sums,
} from './part-file.ts';
import type {
  Downloaded,
  DownloadOptions,
  FileVersion,
  OpenedFile,
  Reader,
  SourceFile,
  SourceLimits,
} from './source.ts';

export interface DownloadJob extends DownloadOptions {
  readonly label: string;
  readonly limits: SourceLimits;
  readonly reader: Reader;
  readonly file: SourceFile;
  readonly target: string;
}

/** Minimum number of bytes between failures that counts as progress. */
const minResumedBytes = 262_144;

/** Downloads a file to its target, from where an earlier attempt or call ended, however often it breaks off. */
export async function downloadFile(job: DownloadJob): Promise<Downloaded> {
  const part: PartFile = { target: job.target, origin: `${job.label} ${job.file.path}` };
  refuseLarge(job.file.bytes ?? 0, job.maxBytes);
  let furthest = await partBytes(part);
  const advanced = async () => {
    const bytes = await partBytes(part);
    const isFarther = bytes >= furthest + minResumedBytes;
    if (isFarther) furthest = bytes;
    return isFarther;
  };
  return retry(job.limits, job.signal, () => attemptDownload(job, part), advanced);
}

async function attemptDownload(job: DownloadJob, part: PartFile): Promise<Downloaded> {
  const attempt = new AbortController();
  const signal = anySignal(attempt.signal, job.signal);
  const watch = watchSilence(job, attempt);
  try {
    const received = await readPart(part);
    const opened = await job.reader.open(job.file, received, signal);
    refuseLarge(opened.version.bytes ?? 0, job.maxBytes);
    if (opened.start === 0) await beginPart(part, opened.version);
    const bytes = await receive(job, part, opened, watch);
    watch.stop();
    // Some servers state 0 bytes for every file in their answer to HEAD.
    await refuseWrongSize(part, opened.version.bytes ?? (job.file.bytes || null), bytes);
    const sums = await sumPart(part, job.signal);
    await refuseDamaged(job, part, opened.version, sums);
    await finishPart(part);
    return { sha256: sums.sha256, bytes };
  } catch (error) {
    job.signal?.throwIfAborted();
    const reason: unknown = attempt.signal.aborted ? attempt.signal.reason : error;
    if (isFileTooLarge(reason)) await removePart(part);
    throw networkFailure(reason);
  } finally {
    watch.stop();
    attempt.abort();
  }
}

interface SilenceWatch {
  note(bytes: number): void;
  stop(): void;
}

const minBytesPerWatch = 1024;

/** Aborts the attempt when almost no bytes arrive in an interval: a server may be silent, or send a byte a second. */
function watchSilence({ limits }: DownloadJob, attempt: AbortController): SilenceWatch {
  let heard = 0;
  const timer = setInterval(() => {
    if (heard < minBytesPerWatch) attempt.abort(new SourceFailure('fonte_silenciosa'));
    heard = 0;
  }, limits.silenceMs);
  return {
    note: (bytes) => {
      heard += bytes;
    },
    stop: () => clearInterval(timer),
  };
}

async function receive(
  job: DownloadJob,
  part: PartFile,
  { bytes, start }: OpenedFile,
  watch: SilenceWatch,
): Promise<number> {
  let total = start;
  await using file = await open(partPath(part), 'a');
  try {
    await file.truncate(start);
    for await (const chunk of bytes) {
      watch.note(chunk.length);
      refuseLarge(total + chunk.length, job.maxBytes);
      await file.appendFile(chunk);
      total += chunk.length;
      job.onBytes?.(total);
    }
    await file.sync();
  } catch (error) {
    throw firstCodeOf(error) === 'ENOSPC' ? diskFull(error) : error;
  }
  return total;
}

function refuseLarge(bytes: number, maxBytes: number | undefined): void {
  if (maxBytes !== undefined && bytes > maxBytes) throw fileTooLarge(maxBytes);
}

async function refuseWrongSize(
  part: PartFile,
  expected: number | null,
  bytes: number,
): Promise<void> {
  if (expected === null || expected === bytes) return;
  if (bytes < expected) throw new SourceFailure('fonte_inalcancavel');
  await removePart(part);
  throw new SourceFailure('fonte_alterada');
}

/** If the source states a checksum of the content (MD5 or SHA-256), the content must match it. */
async function refuseDamaged(
  { file }: DownloadJob,
  part: PartFile,
  version: FileVersion,
  sums: Sums,
): Promise<void> {
  const text = [version.hash, file.hash].find((hash) => /^(md5|sha256):/.test(hash ?? ''));
  if (text == null || [`md5:${sums.md5}`, `sha256:${sums.sha256}`].includes(text)) return;
  await removePart(part);
  throw new SourceFailure('fonte_arquivo_corrompido');
}
