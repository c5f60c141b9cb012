/** The origin of a release: the release on which it is based, and the upload with its new files. */
export interface ReleaseOrigin {
  readonly number: number;
  readonly base: number | null;
  readonly upload_id: string;
}

/** A release and all releases on which it is based, newest first. */
export function lineageOf(releases: readonly ReleaseOrigin[], number: number): ReleaseOrigin[] {
  const byNumber = new Map(releases.map((release) => [release.number, release]));
  const lineage: ReleaseOrigin[] = [];
  let next = byNumber.get(number);
  while (next !== undefined) {
    lineage.push(next);
    // A base is always older, so the loop ends.
    next = next.base !== null && next.base < next.number ? byNumber.get(next.base) : undefined;
  }
  return lineage;
}

/** The uploads that are in one lineage and not in the other. */
export function uploadsChanged(
  from: readonly ReleaseOrigin[],
  to: readonly ReleaseOrigin[],
): { readonly undone: string[]; readonly redone: string[] } {
  const before = new Set(from.map(({ upload_id }) => upload_id));
  const after = new Set(to.map(({ upload_id }) => upload_id));
  return { undone: [...before.difference(after)], redone: [...after.difference(before)] };
}
