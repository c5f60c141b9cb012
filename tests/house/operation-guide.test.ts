import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { allUsage } from '../../server/process/command/usage.ts';
import { guide, readCommands } from '../guide/guide-commands.ts';
import { temporaryRoot } from '../support/temporary-root.ts';

/**
 * Each command of the operator's guide is run: by `npm run test:guide` where there are Docker and systemd, or by a test
 * that is named here. Without them, this file compares each with what exists: the product's commands with their usage,
 * Compose's services, files of `deploy/`.
 */

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const commands = readCommands();

const servicesOf = (path: string) =>
  Object.keys(
    z
      .object({ services: z.record(z.string(), z.unknown()) })
      .parse(parse(read(path), { merge: true })).services,
  );
const services = [...servicesOf('compose.yaml'), ...servicesOf('compose.cluster.yaml')];
/** A command with arguments as its usage states them: as many words, and known options only. */
function isCommand(text: string): boolean {
  const [name = '', ...given] = text.trim().split(/\s+/);
  const usage = new RegExp(`npm run caged -- (${name}(?: [^\\n]*?)?)(?: {2,}|\\n|$)`).exec(
    allUsage,
  )?.[1];
  if (usage === undefined) return false;
  const options = given.filter((word) => word.startsWith('--'));
  return (
    options.every((option) => usage.includes(option)) && (given.length > 0 || usage.trim() === name)
  );
}

/** The product's commands, services of Compose and files of this repository that a command names and that are not there. */
function missingIn(command: string): string[] {
  const own = [...command.matchAll(/(?:caged --|command\/main\.mjs) ([^&]+)/g)];
  const called = own
    .map(([, text = '']) => text.replaceAll(/ \[.*/g, ''))
    .filter((text) => !isCommand(text));
  const named =
    /^(?:tar .* \| )?docker compose (?:exec|run --rm|logs|stop|up .*--no-deps)(?: -T| --\S+ \S+| \$\w+)* ([a-z][\w -]*?)(?: (?:node|sh|tar|install|ls|rm)\b.*)?$/.exec(
      command,
    )?.[1];
  const files = [...command.matchAll(/(?<![\w/])(?:deploy\/\S+|compose\S*\.yaml)/g)].map(
    ([path]) => path,
  );
  return [
    ...called,
    ...(named?.split(' ') ?? []).filter((name) => !services.includes(name)),
    ...files.filter((path) => globSync(path, { cwd: root }).length === 0),
  ];
}

test('each command of the guide is run, on a machine of npm run test:guide or by a test that is there', () => {
  expect(commands.length).toBeGreaterThan(40);
  expect(commands.filter(({ places }) => places.length === 0)).toEqual([]);
  const tests = commands.flatMap(({ places }) =>
    places.filter((place) => place.endsWith('.test.ts')),
  );
  expect(tests.length).toBeGreaterThan(1);
  expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  for (const machine of ['service', 'docker', 'servers'] as const) {
    expect(commands.filter(({ places }) => places.includes(machine)).length).toBeGreaterThan(5);
  }
});

test('a command without a test is found, in a block and in running text', () => {
  const text =
    '## Outra\n\n```\nkubectl apply\n```\n\nRode `sudo reboot now` ou `git gc --auto`, não `DATA_DIR`.\n';
  expect(readCommands(text)).toEqual([
    { section: 'Outra', text: 'kubectl apply', places: [] },
    { section: 'Outra', text: 'sudo reboot now', places: ['service'] },
    { section: 'Outra', text: 'git gc --auto', places: [] },
  ]);
});

/** Lines outside blocks with one backquote too many or too few. */
const broken = (text: string) =>
  text.split('\n').filter((line) => !line.startsWith('```') && line.split('`').length % 2 === 0);

test('no command is broken over two lines, where its reader could not copy it whole', () => {
  expect(broken('Rode `git\npull` e `git gc`.')).toEqual(['Rode `git', 'pull` e `git gc`.']);
  expect(broken(guide)).toEqual([]);
});

test('each command of the guide names what exists', () => {
  expect(commands.flatMap(({ text }) => missingIn(text))).toEqual([]);
  expect(
    missingIn('docker compose run --rm web node server/process/command/main.mjs save x'),
  ).toEqual(['save x', 'web']);
  expect(missingIn('docker compose stop web-1 web-9')).toEqual(['web-9']);
  expect(missingIn('docker compose run --rm --env A=b $more none ls /backups')).toEqual(['none']);
  expect(missingIn('sudo cp deploy/none.service /etc/systemd/system/')).toEqual([
    'deploy/none.service',
  ]);
});

test('a command that does not exist is found', () => {
  expect(isCommand('backup /backups/2026-11-20')).toBe(true);
  expect(isCommand('backup')).toBe(false);
  expect(isCommand('restore /backups/x --overwrite')).toBe(true);
  expect(isCommand('restore /backups/x --force')).toBe(false);
  expect(isCommand('save /backups/x')).toBe(false);
});

/** The commands of one reader of the update section that change the version of the code, in their order. */
const versionChanges = (isOfService: boolean) =>
  commands
    .filter(
      ({ section, text }) =>
        section === 'Atualização' &&
        /git (?:restore|pull|checkout|switch)\b/.test(text) &&
        !text.includes('docker') &&
        text.includes('sudo ') === isOfService &&
        (isOfService || text.includes('npm')),
    )
    .map(({ text }) => text);

test('the service is stopped before an update changes the files that it would still load', () => {
  const texts = commands.filter(({ section }) => section === 'Atualização').map(({ text }) => text);
  const [change = ''] = versionChanges(true);
  const before = texts.slice(0, texts.indexOf(change));
  expect(before.some((text) => text.includes('systemctl stop caged-analytics'))).toBe(true);
});

/** A clone one version behind its origin, whose `package-lock.json` differs between the two. */
function cloneBehind(): string {
  const folder = mkdtempSync(join(temporaryRoot(), 'caged-update-'));
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: folder,
      stdio: 'pipe',
    });
  const lock = join(folder, 'origin/package-lock.json');
  git('init', '--quiet', 'origin');
  for (const version of ['1', '2']) {
    writeFileSync(lock, `{ "version": ${version} }\n`);
    git('-C', 'origin', 'add', '.');
    git('-C', 'origin', 'commit', '--quiet', '--message', version);
    if (version === '1') git('clone', '--quiet', 'origin', 'clone');
  }
  return join(folder, 'clone');
}

test.each([
  ['npm start', false, 1],
  ['the service', true, 3],
])(
  'with %s, an update and a return succeed although npm 10 rewrites package-lock.json',
  (_reader, isOfService, count) => {
    const changes = versionChanges(isOfService);
    expect(changes).toHaveLength(count);
    const clone = cloneBehind();
    const lock = join(clone, 'package-lock.json');
    const noted = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: clone, encoding: 'utf8' });
    appendFileSync(lock, 'of npm\n');
    for (const change of changes) {
      const line = change
        .replaceAll('sudo -u caged ', '')
        .replace('<código anotado>', noted.trim());
      execFileSync('sh', ['-ec', `npm() { echo of npm >>package-lock.json; }\n${line}`], {
        cwd: clone,
        stdio: 'pipe',
      });
    }
    const current = execFileSync('git', ['show', 'HEAD:package-lock.json'], {
      cwd: clone,
      encoding: 'utf8',
    });
    expect(current).toBe('{ "version": 2 }\n');
  },
);
