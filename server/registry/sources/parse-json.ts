/** What a text says as JSON; undefined for one that is none, which no shape accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
