import type { SheetContent, WorkbookContent } from './workbook-worker.ts';

/**
 * Creates a workbook in the browser. The library is WebAssembly, which the security policy permits in this worker and in
 * no page (`server/routes/pages/client.ts`). Rejects if the worker cannot write it.
 */
export function workbookOf(
  sheets: readonly SheetContent[],
  about: readonly string[],
): Promise<Blob> {
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  const fail = () => reject(new Error('The workbook could not be written.'));
  worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | null>) =>
    data === null ? fail() : resolve(new Blob([data], { type: workbookType })),
  );
  worker.addEventListener('error', fail);
  const content: WorkbookContent = { sheets: sheets.map(cloneable), about };
  worker.postMessage(content, []);
  return promise.finally(() => worker.terminate());
}

/** The sheet without what callers add to its columns, such as functions, which no worker can receive. */
const cloneable = ({ name, columns, rows }: SheetContent): SheetContent => ({
  name,
  columns: columns.map(({ header, format, width }) => ({ header, format, width })),
  rows,
});

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
