/** Measures how latency grows with the loaded months: `npm run bench -- growth --stages 1,12,40,82 --lines 3800000`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { usualOptions, whole } from './options.ts';
import { runGrowth } from './run-growth.ts';
import { endOnSignals } from './signals.ts';
import { tellAtConsole } from './notify.ts';

endOnSignals();
const { values } = parseArgs({
  options: {
    stages: { type: 'string', default: '1,12,40,82' },
    lines: { type: 'string' },
    questions: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'string' },
  },
});
const report = await runGrowth(
  {
    stages: values.stages.split(',').map((count) => whole('stages', count, 1)),
    lines: whole('lines', values.lines, 20_000),
    questions: whole('questions', values.questions, 10),
    seed: values.seed ?? usualOptions.seed,
  },
  tellAtConsole,
);
const path = values.json ?? join(import.meta.dirname, '../results', `growth-${Date.now()}.json`);
await mkdir(dirname(path), { recursive: true });
await writeFile(path, `${JSON.stringify(report, null, 1)}\n`);
console.log(`Written to ${path}`);
