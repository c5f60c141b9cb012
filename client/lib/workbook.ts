/** The kinds of cells. Amounts are in reais; shares and ratios from 0 to 1; a day is text, AAAA-MM-DD. */
export type NumberFormatName =
  | 'reais'
  | 'count'
  | 'decimal'
  | 'share'
  | 'ratio'
  | 'percent'
  | 'day';

/** A sheet: a row of bold headers, and rows with a cell per column. */
export interface SheetContent {
  readonly name: string;
  readonly columns: readonly {
    readonly header: string;
    readonly format: NumberFormatName | 'text';
    /** In characters. */
    readonly width: number;
  }[];
  /** Texts are written as texts, whatever characters they begin with. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The sheets, and the lines of a last sheet "Método". */
export interface WorkbookContent {
  readonly sheets: readonly SheetContent[];
  readonly about: readonly string[];
}

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
