import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { allUsage } from '../../server/process/command/usage.ts';

/**
 * Every line of the operator's guide that a shell runs. The product's own commands are run by tests of theirs
 * (server/process/command, tests/servers); here each is compared with what exists: commands with their usage, Compose's
 * services, files of `deploy/`, scripts of npm. Docker and systemd are not on the machines of the tests.
 */

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const guide = read('docs/operacao.md');

/** The lines of blocks without a language, except configurations of proxies. */
const lines = [...guide.matchAll(/^```\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => (block.includes('{\n') ? [] : block.trim().split('\n')))
  .map((line) => line.replace(/ +#.*$/, '').trim());

const servicesOf = (path: string) =>
  Object.keys(
    z
      .object({ services: z.record(z.string(), z.unknown()) })
      .parse(parse(read(path), { merge: true })).services,
  );
const services = [...servicesOf('compose.yaml'), ...servicesOf('compose.cluster.yaml')];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

const isService = (name: string) => services.includes(name);
const areFiles = (path: string) =>
  path.endsWith('*')
    ? existsSync(join(root, path.replace(/\.\*$/, '.service')))
    : existsSync(join(root, path));
const isUnit = (name: string) =>
  ['', '.service'].some((ending) => existsSync(join(root, `deploy/${name}${ending}`)));
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

const own = /(?:npm run caged --|node server\/process\/command\/main\.mjs) (.+)$/;
const known: readonly (readonly [RegExp, (...parts: string[]) => boolean])[] = [
  [/^docker compose up --detach(?: --build)?$/, () => true],
  [/^docker compose logs (\S+)$/, isService],
  [/^docker compose stop (.+)$/, (names) => names.split(' ').every(isService)],
  // The container's root is read-only, and `docker compose cp` cannot write into its tmpfs.
  [/^docker compose exec -T (\S+) sh -c 'cat > \/tmp\/\S+' < \S+$/, isService],
  [/^docker compose exec (\S+) node /, isService],
  [/^docker compose run --rm (\S+) node /, isService],
  [/^cp (deploy\/\S+) \.env$/, areFiles],
  [/^export COMPOSE_FILE=(\S+)$/, areFiles],
  [/^sudo cp (\S+) \/etc\/systemd\/system\/$/, areFiles],
  [/^sudo systemctl enable --now (\S+)$/, isUnit],
  [/^sudo journalctl -u (\S+) --follow$/, isUnit],
  [/^sudo git clone \S+(?: \S+)* \/opt\/caged-analytics$/, () => true],
  [/^sudo useradd --system --home-dir \/opt\/caged-analytics caged$/, () => true],
  [/^sudo chown --recursive caged: \/opt\/caged-analytics$/, () => true],
  [/^sudo install --directory --owner caged \/var\/backups\/caged-analytics$/, () => true],
  [/^cd \/opt\/caged-analytics && sudo -u caged npm install --omit=dev$/, () => true],
  [/^install -D --mode 600 data\/secret\.key \/tmp\/trial\/secret\.key$/, () => true],
  [
    /^(?:DATA_DIR=\S+ |sudo -u caged env DATA_DIR=\S+ )?npm run caged -- /,
    () => scripts['caged'] !== undefined,
  ],
];

test('every command of the guide exists, as the guide writes it', () => {
  expect(lines.length).toBeGreaterThan(25);
  const wrong = lines.filter((line) => {
    const found = known.find(([pattern]) => pattern.test(line));
    if (found === undefined) return true;
    const [pattern, isRight] = found;
    const [, ...parts] = pattern.exec(line) ?? [];
    const called = line.split(' && ').flatMap((part) => own.exec(part)?.[1] ?? []);
    return !isRight(...parts.map(String)) || !called.every(isCommand);
  });
  expect(wrong).toEqual([]);
});

test('a command that does not exist is found', () => {
  expect(isCommand('backup /backups/2026-11-20')).toBe(true);
  expect(isCommand('backup')).toBe(false);
  expect(isCommand('restore /backups/x --overwrite')).toBe(true);
  expect(isCommand('restore /backups/x --force')).toBe(false);
  expect(isCommand('save /backups/x')).toBe(false);
});
