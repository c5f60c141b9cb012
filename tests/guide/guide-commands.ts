import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where the commands of the operator's guide are run. `run-guide.ts` runs those of a `Machine` as they stand in the guide;
 * the product's own tests run the others.
 */

/** `service`: Linux with systemd. `docker`: the small form. `servers`: the cluster of compose.cluster.yaml. */
export type Machine = 'service' | 'docker' | 'servers';
type TestFile = `${string}.test.ts`;

export interface GuideCommand {
  readonly section: string;
  readonly text: string;
  /** Empty if nothing runs it, which `tests/house/operation-guide.test.ts` refuses. */
  readonly places: readonly (Machine | TestFile)[];
}

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** The guide and its two further pages, in the order in which their commands are run. */
export const guide = ['operacao', 'teste-de-backup', 'servidores']
  .map((page) => read(`docs/${page}.md`))
  .join('\n');

/** The first row whose section and pattern fit decides; an empty section fits each. */
const rows: readonly (readonly [string, RegExp, readonly (Machine | TestFile)[]])[] = [
  ['', / migrate-to /, ['tests/servers/transfer.test.ts']],
  ['', /^sudo deploy\/certificates\.sh /, ['tests/servers/inner-accounts.test.ts']],
  ['', /drop owned by caged/, ['tests/servers/inner-accounts.test.ts']],
  ['', /^(sudo|sudoedit|cd|npm|git restore \S+ && git pull && npm) /, ['service']],
  ['Instale com Docker', /^docker compose /, ['docker']],
  ['Instale em servidores', /^(install|docker compose) /, ['servers']],
  ['Restauração', /^docker compose up /, ['docker', 'servers']],
  ['Atualização', /^git (rev-parse|checkout|switch) /, ['docker', 'servers']],
  ['Atualização', /^git pull && docker compose up /, ['docker']],
  ['Atualização', /^(git pull && )?docker compose /, ['servers']],
  ['Quando algo dá errado', /^docker compose ps$/, ['servers']],
  ['Quando algo dá errado', /^docker compose /, ['docker']],
  ['Em servidores', /^trial=/, ['servers']],
  ['Várias máquinas', /^(git stash|docker compose up) /, ['servers']],
  ['', /docker compose .*\b(worker|web-1)\b/, ['servers']],
  ['', /docker compose .*\bcaged\b/, ['docker']],
];

/** Running text names a command between backquotes; a command begins with one of these. */
const program =
  /^(sudo|docker|git|npm start|npm run \w+ --|install|cp|systemctl|deploy\/\S+\.sh)( |$)/;

/**
 * The commands of a guide, in its order: each line of a block without a language, and each command in running text that
 * no later place has.
 */
export function readCommands(text = guide): GuideCommand[] {
  const found = text.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    return [...part.matchAll(/^```\n([\s\S]*?)^```$|`([^`\n]+)`/gm)].flatMap(
      ([, block, inline = '']) => {
        if (block === undefined)
          return program.test(inline) ? [{ section, text: inline, isLine: false }] : [];
        return block
          .trim()
          .split('\n')
          .map((line) => ({ section, text: line.replace(/ +#.*$/, ''), isLine: true }));
      },
    );
  });
  const isLast = (command: string, index: number) =>
    command.startsWith('docker') ||
    !found.slice(index + 1).some(({ text: later }) => later === command);
  return found
    .filter(({ text: command, isLine }, index) => isLine || isLast(command, index))
    .map(({ section, text: command }) => ({
      section,
      text: command.replaceAll('\\|', '|'),
      places:
        rows.find(
          ([within, pattern]) => section.startsWith(within) && pattern.test(command),
        )?.[2] ?? [],
    }));
}
