/** Builds the screens and the report charts if their sources changed since the last build. */
import process from 'node:process';
import { requireNode } from '../server/require-node.mjs';

requireNode();
const { buildWhereChanged } = await import('./build-where-changed.ts');
await buildWhereChanged(process.argv.length > 2 ? process.argv.slice(2) : ['client', 'paper']);
