/**
 * Compares random queries on the structure that the product chooses, on its plain SQL and on another engine:
 * `npm run bench -- equality 1000 --months 12 --lines 4400000 --keep folder`. Exits with 1 if any two differ.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { usualOptions, whole } from './options.ts';
import { runEquality } from './run-equality.ts';
import { endOnSignals } from './signals.ts';
import { tellAtConsole } from './notify.ts';

endOnSignals();
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    months: { type: 'string' },
    lines: { type: 'string' },
    seed: { type: 'string' },
    keep: { type: 'string' },
    broad: { type: 'string' },
    'other-every': { type: 'string' },
    skip: { type: 'string' },
    json: { type: 'string' },
  },
});
const report = await runEquality(
  {
    questions: whole('questions', positionals[0], 200),
    months: whole('months', values.months, usualOptions.months),
    lines: whole('lines', values.lines, usualOptions.lines),
    seed: values.seed ?? usualOptions.seed,
    keep: values.keep,
    broadShare: whole('broad', values.broad, 30),
    skip: whole('skip', values.skip, 0),
    foreignEvery: whole('other-every', values['other-every'], 1),
  },
  tellAtConsole,
);
const { lines, questions, refused, answered, foreign, groups, unanswered, structures, unequal } =
  report;
console.log(
  `${lines.toLocaleString('en')} lines, ${questions} questions, ${refused} refused, ${answered} with records, ${foreign} of them asked of the other engine too with ${groups.toLocaleString('en')} groups and ${unanswered.length} without an answer, ${unequal.length} unequal`,
);
console.log('structures chosen:', structures);
for (const failure of new Set(unanswered)) console.log(`not answered: ${failure}`);
for (const one of unequal.slice(0, 5)) console.dir(one, { depth: 5 });
const path = values.json ?? join(import.meta.dirname, '../results', `equality-${Date.now()}.json`);
await mkdir(dirname(path), { recursive: true });
await writeFile(path, `${JSON.stringify(report, null, 1)}\n`);
console.log(`Written to ${path}`);
process.exitCode = unequal.length > 0 ? 1 : 0;
