import { setImmediate } from 'node:timers/promises';
import { allUsage, usageOf } from './usage.ts';
import { codeOf } from '../../platform/errors.ts';
import { readConfig } from '../installation/config.ts';
import { maybeStartFailureMessage } from '../installation/failure-message.ts';
import { openExistingStore } from '../installation/installation.ts';
import {
  verifyAuditChain,
  findOccupations,
  printReading,
  printStatus,
  printRejections,
} from './print.ts';
import { makeBackup, migrateTo, restoreBackup } from './transfer.ts';
import { approve, cancel } from './follow-uploads.ts';
import { generate } from './generate.ts';
import { importFiles } from './import-files.ts';
import { writeLaudo } from './write-laudo.ts';
import { temporaryPasswordHours } from '../../../shared/contracts/passwords.ts';
import { renewLostPassword } from '../../people/identity/temporary-password.ts';
import type { CommandContext } from './context.ts';

/** Runs one command. Returns the exit code: 0 done, 1 something was refused or failed, 2 wrong usage. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const failures: Error[] = [];
  const addFailure = (error: Error) => {
    // A program that stops reading the output, such as `head`, has enough.
    if (codeOf(error) !== 'EPIPE') failures.push(error);
  };
  process.stdout.on('error', addFailure);
  // Without a listener, lost progress would end the process in the middle of its work.
  process.stderr.on('error', ignore);
  try {
    const code = await run(args, env);
    // `console.log` ignores a failed write, and the stream reports it later.
    await setImmediate();
    if (failures.length > 0) throw failures[0];
    return code;
  } catch (error) {
    const sentence = await maybeStartFailureMessage(error, env);
    if (sentence === undefined) throw error;
    console.error(sentence);
    return 1;
  } finally {
    process.stdout.off('error', addFailure);
    process.stderr.off('error', ignore);
  }
}

const ignore = () => undefined;

async function run([name, ...rest]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (name === undefined) return misused(allUsage);
  if (['help', '--help', '-h'].includes(name)) {
    console.log(allUsage);
    return 0;
  }
  const isKnown = isOpening(name) || isCommand(name);
  if (isKnown && rest.includes('--help')) {
    console.log(usageOf(name));
    return 0;
  }
  // Such as the value of an unset variable of the shell: as a path, it would be the current folder.
  if (isKnown && rest.includes('')) return misused(usageOf(name));
  if (isOpening(name)) {
    const code = await openingCommands[name](readConfig(env), rest);
    return code === 2 ? misused(usageOf(name)) : code;
  }
  if (!isCommand(name)) return misused(`Não existe o comando "${name}".\n${allUsage}`);
  const { work, takes } = commands[name];
  if (rest.length < takes[0] || rest.length > takes[1]) return misused(usageOf(name));
  const config = readConfig(env);
  const store = await openExistingStore(config);
  try {
    return await work({ config, store, clock: () => new Date() }, rest);
  } finally {
    await store.close();
  }
}

function misused(sentence: string): number {
  console.error(sentence);
  return 2;
}

/** Commands that open the databases themselves, once nothing is wrong with their arguments. */
const openingCommands = {
  import: importFiles,
  generate,
  restore: restoreBackup,
  'migrate-to': migrateTo,
};

const isOpening = (name: string): name is keyof typeof openingCommands =>
  Object.hasOwn(openingCommands, name);

/** Each other command, with the least and the most arguments that it takes. */
const commands = {
  approve: { work: approve, takes: [1, 1] },
  cancel: { work: cancel, takes: [1, 1] },
  status: { work: printStatus, takes: [0, 0] },
  rejections: { work: printRejections, takes: [1, 1] },
  unmatched: { work: printReading('unmatched'), takes: [0, 0] },
  fingerprint: { work: printReading('fingerprint'), takes: [0, 0] },
  laudo: { work: writeLaudo, takes: [2, 3] },
  find: { work: findOccupations, takes: [1, Infinity] },
  backup: { work: makeBackup, takes: [1, 1] },
  'reset-password': { work: giveNewPassword, takes: [1, 1] },
  'audit-verify': { work: verifyAuditChain, takes: [0, 1] },
} as const;

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

/** Gives the account of an e-mail a new temporary password and prints it, also while a server runs. */
async function giveNewPassword(
  { store, clock }: CommandContext,
  [email = '']: readonly string[],
): Promise<number> {
  const password = await renewLostPassword(store.db, email, clock());
  console.log(`Senha temporária de ${email.trim()}: ${password}`);
  console.log(
    `Vale por ${temporaryPasswordHours} horas e deve ser trocada no primeiro login. As sessões abertas desta conta foram encerradas.`,
  );
  return 0;
}
