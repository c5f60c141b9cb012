import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles, type Role } from '../../../shared/codes/roles.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { routeTable, type Access, type RouteTable } from './route-table.ts';

const open = '✓';
const closed = '–';
const roleNames: readonly Role[] = keysOf(roles);

const introduction = `# Who may call what

\`node server/routes/access/access-document.ts\` generates this page from \`server/routes/access/route-table.ts\`, which the
server's checks read. A test fails if the page differs from the table. The server does not start if a route is missing
from it.

A caller without a session gets 401, a caller without the right gets 403. An inactive account has no session. A link
from another site (\`Sec-Fetch-Site\`) opens no route that requires a session: 403 \`foreign_origin\`. While a user's
password is temporary, only the routes of the column "temporary password" open. A company's key opens the routes of the
column "key" and no others. No session opens the routes that are for keys alone.

The column "cost" is the scheduler's: \`cheap\` requests do not wait, the others wait for a slot
([0043](decisions/0043-one-scheduler.md)). [Security](security.md#rules) states which objects a caller may read and
change.
`;

/** The page docs/access.md: a row for each route, a column for each kind of caller. */
export function accessDocument(): string {
  const titles = ['route', 'signed out', ...roleNames, 'temporary password', 'key', 'cost'];
  const table: RouteTable = routeTable;
  const rows = Object.entries(table).map(([route, { access, cost, opensBefore }]) => {
    return [
      `\`${route}\``,
      access === 'anyone' ? open : closed,
      ...roleNames.map((role) => (admits(access, role) ? open : closed)),
      access === 'anyone' || opensBefore === 'password' ? open : closed,
      access === 'anyone' || access === 'api-key' ? open : closed,
      cost,
    ];
  });
  return `${introduction}\n${markdownTable([titles, ...rows])}`;
}

/** A Markdown table aligned as the formatter aligns it: the first column left, the others centred. */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const [titles = [], ...others] = rows;
  const widths = titles.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const rule = widths.map((width, index) =>
    index === 0 ? '-'.repeat(width) : `:${'-'.repeat(width - 2)}:`,
  );
  const aligned = (row: readonly string[]) =>
    row.map((cell, index) => placed(cell, widths[index] ?? 0, index));
  return `${[aligned(titles), rule, ...others.map(aligned)].map(line).join('\n')}\n`;
}

function placed(cell: string, width: number, index: number): string {
  const before = index === 0 ? 0 : Math.floor((width - cell.length) / 2);
  return `${' '.repeat(before)}${cell}`.padEnd(width);
}

const admits = (access: Access, role: Role) =>
  access === 'anyone' || access === 'signed-in' || (access !== 'api-key' && access.includes(role));

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, '../../../docs/access.md'), accessDocument());
}
