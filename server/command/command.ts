import { readConfig } from '../config.ts';
import { openMigratedStore } from '../installation.ts';
import { StartError } from '../start-error.ts';
import { generate } from './generate.ts';
import { importFiles } from './import-files.ts';
import { printFingerprint } from './print-fingerprint.ts';
import { printStatus } from './print-status.ts';
import { printRejections, printUnmatched } from './print-csv.ts';

const usage = `Uso:
  npm run caged -- import <arquivo ou pasta>…   carrega arquivos do Novo CAGED (.txt .csv .dat .7z .zip)
  npm run caged -- status                       mostra meses, tipos, versões e linhas publicadas
  npm run caged -- rejections <número>          escreve as linhas rejeitadas de um arquivo, em CSV
  npm run caged -- unmatched                    escreve as exclusões que não cancelam nenhuma linha, em CSV
  npm run caged -- fingerprint                  mostra a impressão digital das linhas publicadas
  npm run caged -- generate --months 202001..202610 --lines 4400000 [--seed texto]
                                                gera e publica meses sintéticos`;

/** Runs one command; answers the exit code: 0 done, 1 something was refused or failed, 2 wrong use. */
export async function runCommand(
  [name, ...rest]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  if (!isCommand(name) || !argumentsOf[name](rest.length)) {
    console.error(usage);
    return 2;
  }
  try {
    const config = readConfig(env);
    const store = await openMigratedStore(config);
    try {
      return await commands[name]({ config, store, clock: () => new Date() }, rest);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    return 1;
  }
}

const commands = {
  import: importFiles,
  status: printStatus,
  rejections: printRejections,
  unmatched: printUnmatched,
  fingerprint: printFingerprint,
  generate,
};
/** How many arguments each command takes. */
const argumentsOf: Readonly<Record<keyof typeof commands, (count: number) => boolean>> = {
  import: (count) => count > 0,
  status: (count) => count === 0,
  rejections: (count) => count === 1,
  unmatched: (count) => count === 0,
  fingerprint: (count) => count === 0,
  generate: () => true,
};

const isCommand = (name: string | undefined): name is keyof typeof commands =>
  name !== undefined && Object.hasOwn(commands, name);
