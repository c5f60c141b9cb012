import map from '@svg-maps/brazil';
import { z } from 'zod';
import { simplifyMap } from './simplify-map.ts';

const SourceMap = z.object({ locations: z.array(z.object({ id: z.string(), path: z.string() })) });

/** The package's map with fewer points, because the original is too large to send to the browser. */
export function simplifiedBrazil(): { uf: string; path: string }[] {
  return simplifyMap(SourceMap.parse(map).locations).map(({ id, path }) => ({
    uf: id.toUpperCase(),
    path,
  }));
}
