/** Starts the product. */
import process from 'node:process';
import { requireNode } from './require-node.mjs';

requireNode();
const { keepNewFilesPrivate } = await import('./process/installation/data-dir.ts');
const { start } = await import('./process/start.ts');
keepNewFilesPrivate();
await start(process.env);
