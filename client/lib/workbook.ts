import type { WorkbookContent, WorkbookReply } from './workbook-worker.ts';

/**
 * Creates a workbook in the browser. The library is WebAssembly, which the security policy permits in this worker and in
 * no page (`server/routes/pages/client.ts`). Rejects if the worker cannot write it; the error's cause states why.
 */
export async function workbookOf(content: WorkbookContent): Promise<Blob> {
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const fail = (cause: string) =>
    reject(new Error('The workbook could not be written.', { cause }));
  worker.addEventListener('message', ({ data }: MessageEvent<WorkbookReply>) =>
    'error' in data ? fail(data.error) : resolve(data),
  );
  worker.addEventListener('error', ({ message }) => fail(message));
  worker.addEventListener('messageerror', () => fail('The reply could not be read.'));
  try {
    worker.postMessage(content, []);
    return new Blob([await promise], { type: workbookType });
  } finally {
    worker.terminate();
  }
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
