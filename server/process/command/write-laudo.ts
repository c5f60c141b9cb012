import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LaudoQuery } from '../../../shared/contracts/receipts.ts';
import { reading, type CommandContext } from './context.ts';

/** Writes the laudo of a receipt, given by its id or address, as a ZIP: `<recibo> <arquivo.zip> [AAAAMM]`. */
export async function writeLaudo(
  context: CommandContext,
  [receipt = '', target = '', month]: readonly string[],
): Promise<number> {
  const query = LaudoQuery.safeParse({ mes: month });
  if (!query.success) {
    console.error('Informe o mês como AAAAMM, por exemplo 202606.');
    return 2;
  }
  if (await isThere(target)) {
    console.error(`Já existe ${target}. Escolha outro nome.`);
    return 1;
  }
  const receiptId = receipt.split('/').at(-1) ?? '';
  const asked = [receiptId, ...(query.data.mes === undefined ? [] : [query.data.mes])];
  try {
    const bytes = Readable.from(reading(context, 'laudo', asked));
    await pipeline(bytes, createWriteStream(target, { flags: 'wx' }));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  console.log(`Laudo gravado em ${target}`);
  return 0;
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
