/** Starts the product. */
import process from 'node:process';
import { reuseCompiledCode } from './compile-cache.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
reuseCompiledCode();
const { applyAllocatorSettings } = await import('./allocator.ts');
applyAllocatorSettings();
// Every running query of the embedded engine occupies one of Node's threads, which start with the first work for them.
process.env.UV_THREADPOOL_SIZE ??= '24';
const { keepNewFilesPrivate } = await import('./process/installation/data-dir.ts');
const { start } = await import('./process/start.ts');
keepNewFilesPrivate();
await start(process.env);
