import { roles, type Role } from '../../shared/codes/roles.ts';
import { keysOf } from '../../shared/codes/keys.ts';
import { accessTable, openWithTemporaryPassword, type Access } from './access.ts';
import { schedulingTable } from './scheduling-table.ts';

const open = '✓';
const closed = '–';
const roleNames: readonly Role[] = keysOf(roles);

const introduction = `# Who may call what

Made from \`server/routes/access.ts\` and \`server/routes/scheduling-table.ts\`, which the server's checks read, by
\`node server/routes/write-access-document.ts\`; a test fails while this page is older than the table. A route that is not
in the table stops the start. Whoever is not signed in gets 401, whoever may not gets 403; an inactive account has no
session. While the password is a temporary one, only that column's routes open. A company's key opens the last column's
routes and no other, and no session opens those that are for keys alone. The cost says where a request waits
([0043](decisions/0043-one-scheduler.md)).
`;

/** The page docs/access.md: a row for each route, a column for each kind of caller. */
export function accessDocument(): string {
  const titles = ['route', 'signed out', ...roleNames, 'temporary password', 'key', 'cost'];
  const rows = keysOf(accessTable).map((route) => {
    const access: Access = accessTable[route];
    return [
      `\`${route}\``,
      access === 'anyone' ? open : closed,
      ...roleNames.map((role) => (admits(access, role) ? open : closed)),
      access === 'anyone' || openWithTemporaryPassword.has(route) ? open : closed,
      access === 'anyone' || access === 'api-key' ? open : closed,
      schedulingTable[route],
    ];
  });
  return `${introduction}\n${table([titles, ...rows])}`;
}

/** A Markdown table aligned as the formatter aligns it: the first column left, the others centred. */
function table(rows: readonly (readonly string[])[]): string {
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
