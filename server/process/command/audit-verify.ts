import { numberEntries } from '../../people/audit/audit.ts';
import { verifyAudit, type ChainFault, type Witness } from '../../people/audit/verify-audit.ts';
import { formatCount } from '../../../shared/words/format.ts';
import type { CommandContext } from './context.ts';

/** Recomputes the hash chain of the audit and prints its last entry; exit code 1 if the chain is broken. */
export async function verifyAuditChain(
  { store }: CommandContext,
  [noted]: readonly string[],
): Promise<number> {
  const witness = noted === undefined ? undefined : maybeWitness(noted);
  if (noted !== undefined && witness === undefined) {
    console.error('Informe o que foi anotado como número:hash, por exemplo 1200:3f5a….');
    return 2;
  }
  await numberEntries(store.db);
  const { entries, from, to, hash, oddTimes, fault } = await verifyAudit(store.db, witness);
  if (fault !== undefined) {
    console.error(`A auditoria foi alterada: ${sentences[fault.what](fault.number)}`);
    return 1;
  }
  if (entries === 0) console.log('A auditoria está vazia.');
  else {
    console.log(`Auditoria íntegra: ${formatCount(entries)} registros, do ${from} ao ${to}.`);
    console.log(`Anote fora deste sistema, para conferir depois: ${to}:${hash}`);
  }
  if (oddTimes > 0) {
    console.log(
      `${formatCount(oddTimes)} registros têm hora a mais de 10 minutos da do banco de dados ao serem gravados.`,
    );
  }
  return 0;
}

function maybeWitness(text: string): Witness | undefined {
  const [, number = '', hash = ''] = /^(\d{1,15}):([\da-f]{64})$/.exec(text) ?? [];
  return hash === '' ? undefined : { number: Number(number), hash };
}

const sentences: Readonly<Record<ChainFault, (number: number) => string>> = {
  missing: (number) => `falta o registro ${number}.`,
  changed: (number) => `o registro ${number} não é o que foi gravado.`,
  head: (number) => `o fim da cadeia não é o registro ${number}.`,
  witness: (number) => `o registro ${number} não é o que foi anotado.`,
};
