import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simplifiedBrazil } from './source-map.ts';

/** Regenerates shapes.ts from the package's map: `node client/components/charts/brazil/write-shapes.ts`. */
const lines = simplifiedBrazil().map(({ uf, path }) => `  { uf: '${uf}', path: '${path}' },`);
writeFileSync(
  join(import.meta.dirname, 'shapes.ts'),
  `// Written by write-shapes.ts. The map is @svg-maps/brazil 2.0.0, after MapSVG, CC BY 4.0; with fewer points.
/** The states' outlines, on a sheet of \`mapSize\`. */
export const brazilShapes: readonly { uf: string; path: string }[] = [
${lines.join('\n')}
];

export const mapSize = { width: 1226, height: 1278 } as const;
`,
);
