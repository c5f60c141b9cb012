/**
 * Removes the halos of an SVG text, which a browser paints below its letters. A PDF paints the halo of each letter over
 * the previous letter; office programs ignore the order, so that the halo covers the letters.
 */
export function withoutHalos(svg: string): string {
  return svg.replaceAll(/<(?:g|text)\b[^>]*paint-order="stroke"[^>]*>/g, (tag) =>
    tag.replaceAll(/ (?:stroke|stroke-width|stroke-linejoin|paint-order)="[^"]*"/g, ''),
  );
}
