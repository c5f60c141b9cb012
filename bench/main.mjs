/** Runs one measurement: `npm run bench -- [name] [arguments]`; `npm run bench -- --list` lists the names. */
import process from 'node:process';

// Every running query of the embedded engine occupies one of Node's threads.
process.env.UV_THREADPOOL_SIZE ??= '24';
const { runBenchmark } = await import('./run-benchmark.ts');
await runBenchmark(process.argv.slice(2));
