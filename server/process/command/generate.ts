import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { codeOf, StartError } from '../../platform/errors.ts';
import type { GeneratorProgress } from '../../registry/generator/generate-months.ts';
import type { Config } from '../installation/config.ts';
import { openMigratedStore, openPreparedWarehouse } from '../installation/installation.ts';
import { preparationOf } from '../installation/sorted-index.ts';
import { hasMinimumWage } from '../../reference/minimum-wage.ts';
import { monthsFrom } from '../../../shared/codes/months.ts';
import { formatCount, formatCounted } from '../../../shared/words/format.ts';
import { reachWarehouse } from '../installation/reach-warehouse.ts';
import { interruptible, maybeOptions, refusingBusy } from './context.ts';

type Order = Exclude<ReturnType<typeof readOrder>, string>;

/** Generates synthetic months and publishes them or writes them into a folder. Returns 2 for wrong arguments. */
export async function generate(config: Config, args: readonly string[]): Promise<number> {
  const order = readOrder(args);
  if (typeof order === 'string') {
    console.error(order);
    return 2;
  }
  const { to } = order;
  const startedAt = Date.now();
  const made = await interruptible((signal) =>
    to === undefined
      ? refusingBusy(() => load(config, order, signal))
      : write(to, order, signal).catch(refuseFolder),
  );
  const seconds = Math.max(1, Math.round((Date.now() - startedAt) / 1000));
  console.log(`${made}, em ${formatCount(seconds)} s.`);
  return 0;
}

async function load(config: Config, order: Order, signal: AbortSignal): Promise<string> {
  // No other command imports the generator's tables, which take a third of a second to load.
  const { generateMonths } = await import('../../registry/generator/generate-months.ts');
  await using opened = new AsyncDisposableStack();
  const store = await openMigratedStore(config);
  opened.defer(() => store.close());
  const warehouse = await openPreparedWarehouse(config, store);
  opened.defer(() => warehouse.close());
  const made = await generateMonths({
    ...order,
    store,
    warehouse,
    clock: () => new Date(),
    signal,
    prepare: await preparationOf(config, { store, warehouse }),
    onProgress: showProgress,
  });
  return `Versão ${made.release} publicada com dados sintéticos: ${formatCounted(made.movements, 'movimentação', 'movimentações')} e ${formatCounted(made.exclusions, 'exclusão', 'exclusões')} de ${formatCounted(order.months.length, 'mês', 'meses')}`;
}

/** Uses a separate engine, so that the command can run beside a server. */
async function write(folder: string, order: Order, signal: AbortSignal): Promise<string> {
  const directory = resolve(folder);
  // Node's recursive `mkdir` never stops retrying in a folder where no process can create one.
  if (directory.startsWith('/proc/')) throw new StartError(noFolder);
  const { writeMonths } = await import('../../registry/generator/generate-months.ts');
  const engineDir = await mkdtemp(join(tmpdir(), 'caged-generate-'));
  const warehouse = await reachWarehouse({ clickhouseUrl: undefined, dataDir: engineDir });
  try {
    const options = { ...order, warehouse, directory, signal, onProgress: showProgress };
    const files = await writeMonths(options);
    const lines = files.reduce((sum, file) => sum + file.lines, 0);
    return `${formatCounted(files.length, 'arquivo sintético', 'arquivos sintéticos')} com ${formatCounted(lines, 'linha', 'linhas')} em ${directory}`;
  } finally {
    await warehouse.close();
    await rm(engineDir, { recursive: true, force: true });
  }
}

const folderCodes: readonly unknown[] = ['EACCES', 'EPERM', 'ENOENT', 'EROFS', 'ENOTDIR', 'EEXIST'];

function refuseFolder(cause: unknown): never {
  if (!folderCodes.includes(codeOf(cause))) throw cause;
  throw new StartError(noFolder, { cause });
}

const noFolder = 'Não foi possível escrever na pasta de --to: confira o caminho e as permissões.';

const maxLines = 20_000_000;

/** What the arguments request, or a sentence that states what is wrong with them. */
function readOrder(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const values = maybeOptions(args, { months: text, lines: text, seed: text, to: text });
  if (values === undefined) return 'Há uma opção desconhecida ou sem valor.';
  if (values.months === undefined) return 'Falta --months: os meses a gerar.';
  if (values.lines === undefined) return 'Falta --lines: quantas linhas por mês.';
  const [first = '', last = first, ...more] = values.months.split('..');
  const areMonths = more.length === 0 && isMonth(first) && isMonth(last);
  const months = areMonths ? monthsFrom(first, last) : [];
  if (months.length === 0) {
    return `Os meses de --months, "${values.months}", não existem ou estão fora de ordem: use AAAAMM ou AAAAMM..AAAAMM, a partir de um mês de salário mínimo conhecido.`;
  }
  const linesPerMonth = Number(values.lines);
  if (!Number.isSafeInteger(linesPerMonth) || linesPerMonth < 1 || linesPerMonth > maxLines) {
    return `As linhas de --lines são um número inteiro de 1 a ${formatCount(maxLines)}, sem pontos nem vírgulas.`;
  }
  return { months, linesPerMonth, seed: values.seed ?? 'caged-analytics', to: values.to };
}

const isMonth = (text: string) => /^20\d{2}(0[1-9]|1[0-2])$/.test(text) && hasMinimumWage(text);

function showProgress({ file, lines, allLines }: GeneratorProgress): void {
  if (!process.stderr.isTTY) return;
  const share = Math.floor((100 * lines) / allLines);
  const what = file === null ? 'publicar' : file;
  process.stderr.write(`\r\u001B[2K${share} % · ${formatCount(lines)} linhas · ${what}`);
  if (file === null) process.stderr.write('\n');
}
