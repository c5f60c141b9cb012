/** Saves a blob of this page under the given name through the browser. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the URL after this task, so the URL is revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A file's text, as UTF-8 or, if its bytes are not valid UTF-8, as Windows-1252, which spreadsheets save. */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
