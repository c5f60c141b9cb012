/** The product's command line. */
import process from 'node:process';
import { reuseCompiledCode } from '../../compile-cache.mjs';
import { requireNode } from '../../require-node.mjs';

requireNode();
reuseCompiledCode();
// As in server/main.mjs.
process.env.UV_THREADPOOL_SIZE ??= '24';
const { keepNewFilesPrivate } = await import('../installation/data-dir.ts');
const { runCommand } = await import('./command.ts');
keepNewFilesPrivate();
process.exitCode = await runCommand(process.argv.slice(2), process.env);
