/**
 * Compares random queries on the structure that the product chooses, on its plain SQL and on another engine:
 * `npm run bench -- equality 1000 --months 12 --lines 4400000 --keep folder`. Exits with 1 if any two differ.
 */
import { parseArgs } from 'node:util';
import { usualOptions, whole } from './national/options.ts';
import { runEquality } from './national/run-equality.ts';
import { endOnSignals } from './national/signals.ts';
import { consoleOutput } from './national/console-output.ts';

endOnSignals();
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    months: { type: 'string', default: '12' },
    lines: { type: 'string', default: '50000' },
    keep: { type: 'string' },
    broad: { type: 'string', default: '30' },
    'other-every': { type: 'string', default: '1' },
  },
});
const report = await runEquality(
  {
    queries: whole('queries', positionals[0] ?? '200'),
    months: whole('months', values.months),
    lines: whole('lines', values.lines),
    seed: usualOptions.seed,
    keep: values.keep,
    broadShare: whole('broad', values.broad),
    foreignEvery: whole('other-every', values['other-every']),
  },
  consoleOutput,
);
const { lines, queries, refused, answered, foreign, groups, unanswered, structures, unequal } =
  report;
console.log(
  `${lines.toLocaleString('en')} lines, ${queries} queries, ${refused} refused, ${answered} with records, ${foreign} of them also on the other engine with ${groups.toLocaleString('en')} groups and ${unanswered.length} without an answer, ${unequal.length} unequal`,
);
console.log('structures chosen:', structures);
for (const failure of new Set(unanswered)) console.log(`not answered: ${failure}`);
for (const one of unequal.slice(0, 5)) console.dir(one, { depth: 5 });
process.exitCode = unequal.length > 0 ? 1 : 0;
