/**
 * The national benchmark: `npm run bench`, with `--months 12 --lines 4400000 --keep folder` for the size of a country.
 * docs/performance.md describes what it measures and how.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOptions } from './options.ts';
import { runBench, runLoadBench } from './run-bench.ts';
import { endOnSignals } from './signals.ts';
import { consoleOutput } from './console-output.ts';

endOnSignals();
const options = readOptions(process.argv.slice(2));
const report = await runBench(options, consoleOutput);
const results = join(import.meta.dirname, '../results');
await mkdir(results, { recursive: true });
const path = join(results, `national-${Date.now()}.json`);
await writeFile(path, `${JSON.stringify(report, null, 1)}\n`);
console.log(`\nWritten to ${path}`);
if (options['load-lines'] > 0) {
  console.log('\nLoading: a month of text beside the bare INSERT of the same');
  process.exitCode = await runLoadBench(options['load-lines']);
}
if (report.sideBySide.disagreements.length > 0) process.exitCode = 1;
