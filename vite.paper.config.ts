import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The screen's charts for the process that draws reports: one file that needs no package, only Node. */
export default defineConfig({
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'client/paper/paper.ts',
    outDir: 'dist/paper',
    emptyOutDir: true,
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'paper.js' } },
  },
});
