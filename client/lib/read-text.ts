/**
 * A file's text, as UTF-8 or, if more of its letters are not valid UTF-8 than are, as Windows-1252, which spreadsheets
 * save. A single wrong byte, such as one from another file, spoils only its own letter.
 */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  const countOf = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const isUtf8 = countOf(/\ufffd/g) <= countOf(/[^\0-\x7f\ufffd]/g);
  return isUtf8 ? text : new TextDecoder('windows-1252').decode(bytes);
}
