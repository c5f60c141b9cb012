import { readConfig } from '../config.ts';
import { maybeDiskSentence } from '../disk-failures.ts';
import { openMigratedStore } from '../installation.ts';
import { StartError } from '../start-error.ts';
import { makeBackup } from './backup.ts';
import { generate } from './generate.ts';
import { importFiles } from './import-files.ts';
import { migrateTo } from './migrate-to.ts';
import { printFingerprint } from './print-fingerprint.ts';
import { printStatus } from './print-status.ts';
import { printRejections, printUnmatched } from './print-csv.ts';
import { restoreBackup } from './restore.ts';

const usage = `Uso:
  npm run caged -- import <arquivo ou pasta>…   carrega arquivos do Novo CAGED (.txt .csv .dat .7z .zip)
  npm run caged -- status                       mostra meses, tipos, versões e linhas publicadas
  npm run caged -- rejections <número>          escreve as linhas rejeitadas de um arquivo, em CSV
  npm run caged -- unmatched                    escreve as exclusões que não cancelam nenhuma linha, em CSV
  npm run caged -- fingerprint                  mostra a impressão digital das linhas publicadas
  npm run caged -- generate --months 202001..202610 --lines 4400000 [--seed texto] [--to pasta]
                                                gera meses sintéticos e os publica, ou os escreve na pasta
  npm run caged -- backup <pasta nova>          grava um backup dos dois bancos e dos arquivos, também com o servidor no ar
  npm run caged -- restore <pasta> [--overwrite]
                                                põe um backup numa instalação vazia, ou no lugar do que há
  npm run caged -- migrate-to --database postgres://… --clickhouse http://… [--cluster nome]
                                                copia esta instalação embutida para servidores`;

/** Runs one command; answers the exit code: 0 done, 1 something was refused or failed, 2 wrong use. */
export async function runCommand(
  [name, ...rest]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    if (isTransfer(name)) return told(await transfers[name](readConfig(env), rest));
    if (!isCommand(name) || !argumentsOf[name](rest.length)) return told(2);
    const config = readConfig(env);
    const store = await openMigratedStore(config);
    try {
      return await commands[name]({ config, store, clock: () => new Date() }, rest);
    } finally {
      await store.close();
    }
  } catch (error) {
    const sentence = error instanceof StartError ? error.message : maybeDiskSentence(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    return 1;
  }
}

/** The code, after the usage where it says that it was wrong. */
function told(code: number): number {
  if (code === 2) console.error(usage);
  return code;
}

/** Commands that open the databases in ways of their own. */
const transfers = { restore: restoreBackup, 'migrate-to': migrateTo };

const isTransfer = (name: string | undefined): name is keyof typeof transfers =>
  name !== undefined && Object.hasOwn(transfers, name);

const commands = {
  import: importFiles,
  status: printStatus,
  rejections: printRejections,
  unmatched: printUnmatched,
  fingerprint: printFingerprint,
  generate,
  backup: makeBackup,
};
/** How many arguments each command takes. */
const argumentsOf: Readonly<Record<keyof typeof commands, (count: number) => boolean>> = {
  import: (count) => count > 0,
  status: (count) => count === 0,
  rejections: (count) => count === 1,
  unmatched: (count) => count === 0,
  fingerprint: (count) => count === 0,
  generate: () => true,
  backup: (count) => count === 1,
};

const isCommand = (name: string | undefined): name is keyof typeof commands =>
  name !== undefined && Object.hasOwn(commands, name);
