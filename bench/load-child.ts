/** One measured load in a process of its own; prints `{ seconds, peakMegabytes }`. */
import { newInstallation } from '../tests/support/installation.ts';
import { sharedColumns } from '../server/platform/warehouse/layout.ts';
import { sharedNames } from '../server/platform/warehouse/schema.ts';
import type { Warehouse } from '../server/platform/warehouse/warehouse.ts';

const [variant, path] = process.argv.slice(2);
if (path === undefined) throw new Error('Give a variant and a file.');

/** The least the engine can do: its own CSV reader, straight into a table like the product's. */
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

const installation = await newInstallation();
const begun = performance.now();
if (variant === 'bare') await bareInsert(installation.warehouse, path);
else {
  const upload = await installation.load(path);
  if (upload.status !== 'COMPLETED') throw new Error(upload.message ?? 'The load failed.');
}
const seconds = (performance.now() - begun) / 1000;
process.stdout.write(
  JSON.stringify({ seconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 }),
);
await installation.close();
