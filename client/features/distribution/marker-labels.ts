import { formatCentavos } from '../../../shared/words/format.ts';

export type Marker = {
  key: string;
  label: string;
  centavos: number;
  isMain: boolean;
};

/** A label as drawn: its line goes from its row down to the axis; the text begins or ends at `textX`. */
export type PlacedLabel = Marker & {
  x: number;
  row: number;
  side: 'right' | 'left';
  textX: number;
};

const gap = 8;
const indent = 6;

/** A label's text: "mediana R$ 1.850,00". */
export function labelText(marker: Marker): string {
  return `${marker.label} ${formatCentavos(marker.centavos)}`;
}

/** Markers at the same salary share one line and one label: "salário mínimo, mediana". */
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
 * Places labels into rows above the plot so that no texts overlap and, where there is room, no text crosses another
 * marker's line. Texts are right of their lines, in steps that go down to the right. Texts that would leave the plot
 * are left of their lines, in separate rows above the others, in steps that go down to the left.
 */
export function placeLabels(
  markers: readonly Marker[],
  xOf: (marker: Marker) => number,
  widthOf: (marker: Marker) => number,
  plotWidth: number,
): PlacedLabel[] {
  const flipped = flippedMarkers(markers, xOf, widthOf, plotWidth);
  const placed: PlacedLabel[] = flipped.map((marker, row) => ({
    ...marker,
    x: xOf(marker),
    row,
    side: 'left',
    textX: Math.max(xOf(marker) - indent, widthOf(marker)),
  }));
  const rowEnds: number[] = [];
  for (const marker of markers) {
    if (flipped.includes(marker)) continue;
    const x = xOf(marker);
    const textX = Math.min(x + indent, plotWidth - widthOf(marker));
    const lastMet = rowEnds.findLastIndex((end) => end + gap > textX);
    rowEnds[lastMet + 1] = textX + widthOf(marker);
    placed.push({ ...marker, x, row: flipped.length + lastMet + 1, side: 'right', textX });
  }
  return placed;
}

/**
 * From the right, the markers whose text must be left of the line: the text would leave the plot, or would cross the
 * line of such a marker. If the plot is too narrow for the second kind, only the first kind.
 */
function flippedMarkers(
  markers: readonly Marker[],
  xOf: (marker: Marker) => number,
  widthOf: (marker: Marker) => number,
  plotWidth: number,
): Marker[] {
  const fitsLeft = (marker: Marker) => xOf(marker) - indent >= widthOf(marker);
  const end = (marker: Marker) => xOf(marker) + indent + widthOf(marker);
  const leaving = markers.filter((marker) => end(marker) > plotWidth && fitsLeft(marker));
  const flipped: Marker[] = [];
  let limit = plotWidth;
  for (const marker of markers.toReversed()) {
    if (end(marker) <= limit) continue;
    flipped.push(marker);
    limit = xOf(marker);
  }
  return flipped.every(fitsLeft) ? flipped : leaving.toReversed();
}
