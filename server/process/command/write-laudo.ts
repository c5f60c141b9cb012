import { open, rm, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LaudoQuery } from '../../../shared/contracts/receipts.ts';
import { codeOf, StartError } from '../../platform/errors.ts';
import { recordAct } from '../../people/audit/audit.ts';
import { interruptible, reading, type CommandContext } from './context.ts';
import { consoleActor } from './follow-uploads.ts';

/**
 * Writes the laudo of a receipt, given by its id or address, as a ZIP: `<recibo> <arquivo.zip> [AAAAMM]`. Throws
 * `StartError` for a file that exists or cannot be created.
 */
export async function writeLaudo(
  context: CommandContext,
  [receipt = '', target = '', month]: readonly string[],
): Promise<number> {
  const query = LaudoQuery.safeParse({ mes: month });
  if (!query.success) {
    console.error('Informe o mês como AAAAMM, por exemplo 202606.');
    return 2;
  }
  const receiptId = receipt.split('/').at(-1) ?? '';
  const realMonth = query.data.mes;
  const args = [receiptId, ...(realMonth === undefined ? [] : [realMonth])];
  await interruptible(async (signal) => {
    const file = await newFile(target);
    try {
      const laudo = Readable.from(reading(context, 'laudo', args, signal));
      await pipeline(laudo, file.createWriteStream());
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
  });
  await recordAct(context.store.db, {
    action: 'receipt.laudo_made',
    actor: consoleActor,
    subject: { type: 'receipt', id: receiptId },
    ...(realMonth !== undefined && { details: { month: realMonth } }),
    at: context.clock(),
  });
  console.log(`Laudo gravado em ${target}`);
  return 0;
}

async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (cause) {
    throw new StartError(
      codeOf(cause) === 'EEXIST'
        ? `Já existe ${path}. Escolha outro nome.`
        : `Não é possível criar o arquivo ${path}: confira se a pasta existe e se permite escrita.`,
      { cause },
    );
  }
}
