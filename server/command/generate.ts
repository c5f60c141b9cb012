import { parseArgs } from 'node:util';
import { AppError } from '../errors.ts';
import { generateMonths, type GeneratorProgress } from '../generator/generate-months.ts';
import { openPreparedWarehouse } from '../installation.ts';
import { hasMinimumWage } from '../reference/minimum-wage.ts';
import { monthLater } from '../releases/months.ts';
import { WarehouseBusyError } from '../warehouse/engine-error.ts';
import type { CommandContext } from './context.ts';

const usage =
  'Uso: npm run caged -- generate --months 202001..202610 --lines 4400000 [--seed texto] [--to pasta]';

/** Makes synthetic months and publishes them. */
export async function generate(
  { config, store, clock }: CommandContext,
  args: readonly string[],
): Promise<number> {
  const order = readOrder(args);
  if (order === undefined) {
    console.error(usage);
    return 2;
  }
  const startedAt = clock().getTime();
  try {
    const warehouse = await openPreparedWarehouse(config, store);
    try {
      const made = await generateMonths({
        ...order,
        store,
        warehouse,
        clock,
        onProgress: showProgress,
      });
      const seconds = Math.max(1, Math.round((clock().getTime() - startedAt) / 1000));
      console.log(
        `Versão ${made.release} publicada com dados sintéticos: ${integer(made.movements)} movimentações e ${integer(made.exclusions)} exclusões em ${integer(order.months.length)} meses, ${integer(seconds)} s.`,
      );
      return 0;
    } finally {
      await warehouse.close();
    }
  } catch (error) {
    if (error instanceof WarehouseBusyError) {
      console.error('O servidor está no ar e usa estes dados. Pare-o e repita o comando.');
      return 1;
    }
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    return 1;
  }
}

const mostLines = 20_000_000;

/** What the arguments ask for; undefined when they make no sense. */
function readOrder(args: readonly string[]) {
  const values = readArguments(args);
  const [first, last, ...more] = values?.months?.split('..') ?? [];
  const linesPerMonth = Number(values?.lines);
  if (first === undefined || more.length > 0) return undefined;
  if (!Number.isSafeInteger(linesPerMonth) || linesPerMonth < 1 || linesPerMonth > mostLines) {
    return undefined;
  }
  const months = monthsFrom(first, last ?? first);
  if (months.length === 0) return undefined;
  return { months, linesPerMonth, seed: values?.seed ?? 'caged-analytics' };
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        months: { type: 'string' },
        lines: { type: 'string' },
        seed: { type: 'string' },
      },
    }).values;
  } catch {
    return undefined;
  }
}

const isMonth = (text: string) => /^20\d{2}(0[1-9]|1[0-2])$/.test(text) && hasMinimumWage(text);

function monthsFrom(first: string, last: string): string[] {
  if (!isMonth(first) || !isMonth(last)) return [];
  const months: string[] = [];
  for (let month = first; month <= last; month = monthLater(month, 1)) months.push(month);
  return months;
}

function showProgress({ file, lines, allLines }: GeneratorProgress): void {
  if (!process.stderr.isTTY) return;
  const share = Math.floor((100 * lines) / allLines);
  const what = file === null ? 'publicar' : file;
  process.stderr.write(`\r\u001B[2K${share} % · ${integer(lines)} linhas · ${what}`);
  if (file === null) process.stderr.write('\n');
}

const integer = (value: number) => value.toLocaleString('pt-BR');
