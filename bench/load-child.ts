/**
 * One measured load in a separate process; prints `{ seconds, cpuSeconds, peakMegabytes }`. The variant `indexed` also
 * builds the month's index file before it publishes. The variant `republished` first loads the file, and then measures the
 * load of the second file, which replaces it. Loads with the product of another checkout if its folder is given last.
 */
import { join } from 'node:path';
import { sharedColumns } from '../server/platform/warehouse/layout.ts';
import { sharedNames } from '../server/platform/warehouse/schema.ts';
import type { Warehouse } from '../server/platform/warehouse/warehouse.ts';
import { waitForMerges } from './national/data.ts';
import type * as Installations from '../tests/support/installation.ts';

const [variant, path, revision, checkout = join(import.meta.dirname, '..')] = process.argv.slice(2);
if (path === undefined || revision === undefined) throw new Error('Give a variant and two files.');
type Support = typeof Installations;
const { newInstallation }: Support = await import(join(checkout, 'tests/support/installation.ts'));

/** The minimum work of the engine: its own CSV reader, directly into a table like the product's. */
async function bareInsert(warehouse: Warehouse, file: string): Promise<void> {
  const structure = sharedColumns
    .map(({ name, type, form }) => `${name} ${form === 'hundredths' ? 'String' : type}`)
    .join(', ');
  const values = sharedColumns.map(({ name, form }) =>
    form === 'hundredths'
      ? `if(${name} = '', null, toInt64(toDecimal64(replaceOne(${name}, ',', '.'), 2) * 100))`
      : name,
  );
  const source = file.endsWith('.7z') ? `${file} :: *.txt` : file;
  await warehouse.run(
    {
      text: `
        insert into movements (batch, weight, kind, ${sharedNames})
        select 1, 1, 'MOV', ${values.join(', ')}
        from file('${source}', CSV, '${structure}')
        settings format_csv_delimiter = ';', input_format_csv_skip_first_lines = 1`,
    },
    { timeoutMs: 600_000, threads: 2 },
  );
}

async function productLoad(file: string): Promise<void> {
  const upload = await installation.load(file);
  if (upload.status !== 'COMPLETED') throw new Error(upload.message ?? 'The load failed.');
}

const installation = await newInstallation();
if (variant === 'republished') {
  await productLoad(path);
  // A month is published again long after its first version, whose merges have ended.
  await waitForMerges(installation);
}
if (variant === 'indexed') await installation.sortedIndex.open();
const [begun, cpuBegun] = [performance.now(), process.cpuUsage()];
if (variant === 'bare') await bareInsert(installation.warehouse, path);
else await productLoad(variant === 'republished' ? revision : path);
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(cpuBegun);
const cpuSeconds = (user + system) / 1e6;
process.stdout.write(
  JSON.stringify({ seconds, cpuSeconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 }),
);
await installation.close();
