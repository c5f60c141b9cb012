import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const compress = promisify(brotliCompress);

/**
 * Writes a Brotli copy of each script, style and WebAssembly module at the highest compression: an eighth smaller than
 * the server could produce while a client waits, and without work at request time.
 */
const compressedCopies: Plugin = {
  name: 'compressed-copies',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:js|css|wasm)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const path = join(dir, name);
        await writeFile(`${path}.br`, await compress(await readFile(path)));
      }),
    );
  },
};

/** The module of one control of Radix, from the folder of the client. */
const control = (name: string) => `../node_modules/@radix-ui/react-${name}/dist/index.mjs`;

/**
 * The parts of the client whose scripts are grouped, each with its screens. A module belongs to the first part whose
 * screens import it statically, so the search screen loads a handful of files instead of ninety. The bundler places
 * modules that no part imports. A part's modules import only modules of the same part or of earlier ones: chunks never
 * import each other in a cycle.
 */
const parts: Record<string, string[]> = {
  base: ['main.tsx', 'routes/login.tsx'],
  toasts: ['components/toast-region.tsx', 'features/login/product-tour.tsx', control('toast')],
  controls: [control('dialog'), control('popover'), control('tabs')],
  figures: ['routes/public-receipt.tsx', 'routes/embed.tsx'],
  search: ['routes/search.tsx', 'features/shell/app-shell.tsx'],
  answer: ['routes/result-sections.tsx'],
  shell: ['features/shell/loads-under-way.tsx', 'features/shell/in-clear-banner.tsx'],
};

const reached = new Map<string, Set<string>>();

function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const part = Object.entries(parts).find(([name, roots]) =>
    reachedFrom(name, roots, context).has(id),
  );
  return part?.[0] ?? null;
}

/** The root modules and every module that they import statically, directly or indirectly. */
function reachedFrom(
  part: string,
  roots: string[],
  context: Rolldown.ChunkingContext,
): Set<string> {
  const known = reached.get(part);
  if (known) return known;
  const found = new Set(roots.map((root) => join(import.meta.dirname, 'client', root)));
  for (const id of found) {
    // The index of every control: a part names those that it has, and the bundler places the others.
    if (id.includes('/node_modules/radix-ui/')) continue;
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  reached.set(part, found);
  return found;
}

export default defineConfig({
  root: 'client',
  plugins: [react(), tailwindcss(), compressedCopies],
  // The package inserts a style element into the page; the replacement adopts a sheet, as the CSP requires.
  resolve: {
    alias: { 'react-style-singleton': join(import.meta.dirname, 'client/lib/style-singleton.ts') },
  },
  build: {
    // Every supported browser has module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: chunkOf, includeDependenciesRecursively: false }] },
      },
    },
    outDir: '../dist/client',
    emptyOutDir: true,
  },
});
