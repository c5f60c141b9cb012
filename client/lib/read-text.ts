/** A file's text, as UTF-8 or, if its bytes are not valid UTF-8, as Windows-1252, which spreadsheets save. */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
