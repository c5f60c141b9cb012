/** Builds the screens, the report charts and the kernel of the index where their sources changed. */
import process from 'node:process';
import { reuseCompiledCode } from '../server/compile-cache.mjs';
import { requireNode } from '../server/require-node.mjs';

requireNode();
reuseCompiledCode();
const { buildWhereChanged, bundles } = await import('./build-where-changed.ts');
await buildWhereChanged(process.argv.length > 2 ? process.argv.slice(2) : bundles);
