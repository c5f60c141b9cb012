import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compress = promisify(brotliCompress);

/**
 * A copy of each script and style, compressed as far as Brotli goes: an eighth smaller than what a server has time
 * for while somebody waits, and no work for it.
 */
const compressedCopies: Plugin = {
  name: 'compressed-copies',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const path = join(dir, name);
        await writeFile(`${path}.br`, await compress(await readFile(path)));
      }),
    );
  },
};

export default defineConfig({
  root: 'client',
  plugins: [react(), tailwindcss(), compressedCopies],
  // It puts a style element into the page; ours adopts a sheet, as the content security policy demands.
  resolve: {
    alias: { 'react-style-singleton': join(import.meta.dirname, 'client/lib/style-singleton.ts') },
  },
  build: {
    // Every browser that the product is for knows what this would stand in for.
    modulePreload: { polyfill: false },
    outDir: '../dist/client',
    emptyOutDir: true,
  },
});
