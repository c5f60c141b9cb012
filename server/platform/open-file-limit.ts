import { readFile } from 'node:fs/promises';
import { StartError } from './errors.ts';

/**
 * Each connection is an open file. The embedded engine has about 200 files open, a query some 20 for its months, and
 * 400 concurrent users need 400 more.
 */
const neededFiles = 1_024;

/** Throws `StartError` if the system allows this process too few open files. */
export async function requireOpenFiles(): Promise<void> {
  const allowed = await allowedFiles();
  if (allowed >= neededFiles) return;
  throw new StartError(
    `O limite de arquivos abertos deste processo é ${allowed}, e este sistema precisa de pelo menos ${neededFiles}: aumente-o (ulimit -n ${neededFiles}, ou LimitNOFILE do serviço) e inicie de novo.`,
  );
}

/** Node raises its own limit to the maximum. Only Linux exposes the limit. */
async function allowedFiles(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return Number(/^Max open files +(\d+) /m.exec(limits)?.[1] ?? Infinity);
}

const codes: readonly unknown[] = ['EMFILE', 'ENFILE'];

/** Whether an operation failed because this process or its engine could open no more files. */
export function isOutOfFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && codes.includes(error.code)) return true;
  return /Too many open files|errno: 24\b/.test(error.message) || isOutOfFiles(error.cause);
}
