export type Marker = { key: string; label: string; centavos: number; isMain: boolean };

/** A label as drawn: its line goes from its row down to the axis; the text stands beside the line. */
export type PlacedLabel = Marker & { x: number; row: number; side: 'right' | 'left' };

const gap = 8;

/** Markers at the same salary share one line and one label: "P10, Q1". */
export function mergeMarkers(markers: readonly Marker[]): Marker[] {
  const merged: Marker[] = [];
  for (const marker of markers.toSorted((left, right) => left.centavos - right.centavos)) {
    const last = merged.at(-1);
    if (last?.centavos === marker.centavos) {
      merged[merged.length - 1] = {
        ...last,
        key: `${last.key}-${marker.key}`,
        label: `${last.label}, ${marker.label}`,
        isMain: last.isMain || marker.isMain,
      };
    } else {
      merged.push(marker);
    }
  }
  return merged;
}

/**
 * Puts labels into rows above the plot so that no text meets another text or another marker's line. Texts stand
 * right of their lines, in stairs that go down to the right; those that would leave the plot, or meet the line
 * of one that would, stand left of theirs, in rows of their own above the others, in stairs that go down to the left.
 */
export function placeLabels(
  markers: readonly Marker[],
  xOf: (marker: Marker) => number,
  widthOf: (marker: Marker) => number,
  plotWidth: number,
): PlacedLabel[] {
  const flipped: Marker[] = [];
  let limit = plotWidth;
  for (const marker of markers.toReversed()) {
    if (xOf(marker) + widthOf(marker) + gap <= limit) continue;
    flipped.push(marker);
    limit = xOf(marker);
  }
  const placed: PlacedLabel[] = flipped.map((marker, row) => ({
    ...marker,
    x: xOf(marker),
    row,
    side: 'left',
  }));
  const rowEnds: number[] = [];
  for (const marker of markers) {
    if (flipped.includes(marker)) continue;
    const x = xOf(marker);
    const lastMet = rowEnds.findLastIndex((end) => end + gap > x);
    rowEnds[lastMet + 1] = x + widthOf(marker) + gap;
    placed.push({ ...marker, x, row: flipped.length + lastMet + 1, side: 'right' });
  }
  return placed;
}
