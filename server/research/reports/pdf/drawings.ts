import { fileURLToPath } from 'node:url';
import type { PaperDrawings } from '../../../../client/paper/paper.ts';

const built = new URL('../../../../dist/paper/paper.js', import.meta.url);

/** Loads the screen's charts, which `npm run build` compiles for Node: Node itself reads no `.tsx`. */
export async function builtDrawings(): Promise<PaperDrawings> {
  try {
    const { drawings }: { drawings: PaperDrawings } = await import(built.href);
    return drawings;
  } catch (cause) {
    throw new Error(`The charts of ${fileURLToPath(built)} are missing: run npm run build.`, {
      cause,
    });
  }
}
