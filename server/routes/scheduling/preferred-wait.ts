/** The client's preferred maximum wait, in milliseconds; `header` is its `Prefer` (RFC 7240: `wait=5`, in seconds). */
export function preferredWaitMs(header: string | string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().flatMap((line) => line.split(','));
  for (const preference of preferences) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,4})"?\s*(?:;|$)/i.exec(preference)?.[1];
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
}
