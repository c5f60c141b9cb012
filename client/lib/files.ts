/** Saves a blob of this page under the given name through the browser. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the URL after this task, so the URL is revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A blob's content in base64. */
export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
