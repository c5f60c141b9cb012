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

const indent = 6;
/** A text that fits on neither side may end past the plot, in the margin of the card: widths are upper estimates. */
const cardMargin = 22;

/**
 * Places each label in a row of its own above the plot. Texts are right of their lines, in steps that go down to the
 * right. Texts that would leave the plot, or would cross the line of such a text, are left of their lines, in the rows
 * above, in steps that go down to the left.
 */
export function placeLabels(
  markers: readonly Marker[],
  xOf: (marker: Marker) => number,
  widthOf: (marker: Marker) => number,
  plotWidth: number,
): PlacedLabel[] {
  const ordered = markers.toSorted((one, other) => one.centavos - other.centavos);
  const lefts: Marker[] = [];
  let limit = plotWidth;
  for (const marker of ordered.toReversed()) {
    const [x, width] = [xOf(marker), widthOf(marker)];
    const slack = lefts.length === 0 && x - indent < width ? cardMargin : 0;
    if (x + indent + width <= limit + slack) continue;
    lefts.push(marker);
    limit = x;
  }
  const rights = ordered.filter((marker) => !lefts.includes(marker));
  return [...lefts, ...rights].map((marker, row) => {
    const [x, width] = [xOf(marker), widthOf(marker)];
    return lefts.includes(marker)
      ? { ...marker, x, row, side: 'left', textX: Math.max(x - indent, width) }
      : { ...marker, x, row, side: 'right', textX: x + indent };
  });
}
