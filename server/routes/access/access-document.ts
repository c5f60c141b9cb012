import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles, type Role } from '../../../shared/codes/roles.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { routeTable, type Access, type RouteTable } from './route-table.ts';

const open = '✓';
const closed = '–';
const roleNames: readonly Role[] = keysOf(roles);

const table: RouteTable = routeTable;

const introduction = `# Who may call what

The server checks each call against \`server/routes/access/route-table.ts\`, and does not start if a route is missing there.
This page is made from that table. After a change of the table, make it again (a test fails until then):
\`npx node server/routes/access/access-document.ts\`

- **signed out**: ✓ needs no session. The other routes refuse a caller without one with 401.
- ${roleNames.map((role) => `**${role}** (${roles[role]})`).join(', ')}: the roles of users. A role without ✓ gets 403.
- **temporary password**: a user who must first replace a temporary password. The routes without ✓ give 403.
- **key**: a program with a company's [API key](data-and-keys.md#keys-and-secrets). No session opens the routes for keys.
- **cost**: where the request waits ([lanes](decisions/0043-one-scheduler.md), [slots](limits.md#limits)). Every request starts in
  the lane \`arrival\`. Then \`cheap\` does not wait; \`query\` waits in the lane \`short\`, \`medium\` or \`long\` by the rows
  that it reads, unless its response is cached; the others wait in the lane of their name.

Rules beside the table:

- ✓ in every column means that the route needs no session, not that every call succeeds: \`/metrics\` also requires
  \`METRICS_TOKEN\`, and public links and unsubscribing require the token of their address.
- With \`REQUIRE_SECOND_FACTOR=admins\`, an administrator without a second factor reaches only the routes with ✓ under
  "temporary password" and ${routesBeforeSecondFactor()}.
- An inactive account has no session. A link from another site (\`Sec-Fetch-Site\`) opens no route that requires a session:
  403 \`foreign_origin\`.
- [Security](security.md#rules) states which objects a caller may read and change.
`;

/** The routes that open before an administrator has a required second factor, but not before a password is set. */
function routesBeforeSecondFactor(): string {
  const names = Object.entries(table).flatMap(([route, { opensBefore }]) =>
    opensBefore === 'second-factor' ? [`\`${route}\``] : [],
  );
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

/** The page docs/access.md: a row for each route, a column for each kind of caller. The formatter aligns it. */
export function accessDocument(): string {
  const titles = ['route', 'signed out', ...roleNames, 'temporary password', 'key', 'cost'];
  const rule = titles.map((_, index) => (index === 0 ? '-' : ':-:'));
  const rows = Object.entries(table).map(([route, { access, cost, opensBefore }]) => [
    `\`${route}\``,
    access === 'anyone' ? open : closed,
    ...roleNames.map((role) => (admits(access, role) ? open : closed)),
    access === 'anyone' || opensBefore === 'password' ? open : closed,
    access === 'anyone' || access === 'api-key' ? open : closed,
    cost,
  ]);
  return `${introduction}\n${[titles, rule, ...rows].map(line).join('\n')}\n`;
}

const admits = (access: Access, role: Role) =>
  access === 'anyone' || access === 'signed-in' || (access !== 'api-key' && access.includes(role));

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

if (import.meta.main) {
  const path = join(import.meta.dirname, '../../../docs/access.md');
  writeFileSync(path, accessDocument());
  execFileSync('oxfmt', [path]);
}
