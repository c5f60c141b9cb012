/** Measures how latency grows with the loaded months: `npm run bench -- growth --stages 1,12,40,82 --lines 3800000`. */
import { parseArgs } from 'node:util';
import { usualOptions, whole } from './national/options.ts';
import { runGrowth } from './national/run-growth.ts';
import { endOnSignals } from './national/signals.ts';
import { consoleOutput } from './national/console-output.ts';

endOnSignals();
const { values } = parseArgs({
  options: {
    stages: { type: 'string', default: '1,12,40,82' },
    lines: { type: 'string', default: '20000' },
    queries: { type: 'string', default: '10' },
  },
});
const plan = {
  stages: values.stages.split(',').map((count) => whole('stages', count)),
  lines: whole('lines', values.lines),
  queries: whole('queries', values.queries),
  seed: usualOptions.seed,
};
await runGrowth(plan, consoleOutput);
