/** The call and the effect of each command. */
const usages = {
  import: [
    'import <arquivo ou pasta>…',
    'carrega arquivos do Novo CAGED (.txt .csv .dat .7z .zip)',
  ],
  approve: ['approve <envio>', 'publica um envio que aguarda aprovação'],
  cancel: ['cancel <envio>', 'desiste de um envio que aguarda, está na fila ou sendo carregado'],
  status: ['status', 'mostra meses, tipos, versões e linhas publicadas'],
  rejections: ['rejections <número>', 'escreve as linhas rejeitadas de um arquivo, em CSV'],
  unmatched: ['unmatched', 'escreve as exclusões que não cancelam nenhuma linha, em CSV'],
  fingerprint: ['fingerprint', 'mostra a impressão digital das linhas publicadas'],
  laudo: [
    'laudo <recibo> <arquivo.zip> [AAAAMM]',
    'grava a prova de uma resposta, que se recalcula sem este programa',
  ],
  find: ['find <cargo>', 'mostra as ocupações da CBO que um nome de cargo encontra'],
  generate: [
    'generate --months 202001..202610 --lines 4400000 [--seed texto] [--to pasta]',
    'gera meses sintéticos e os publica, ou os escreve na pasta',
  ],
  backup: [
    'backup <pasta nova>',
    'grava um backup dos dois bancos e dos arquivos, também com o servidor no ar',
  ],
  restore: [
    'restore <pasta> [--overwrite] [--without-seal]',
    'põe um backup numa instalação vazia, ou no lugar do que há; o selo confere com o secret.key',
  ],
  'migrate-to': [
    'migrate-to --database postgres://… --clickhouse http://… [--cluster nome]',
    'copia esta instalação embutida para servidores',
  ],
  'reset-password': [
    'reset-password <e-mail>',
    'dá uma senha temporária a uma conta, quando ninguém mais pode dar',
  ],
  'audit-verify': [
    'audit-verify [número:hash]',
    'refaz a cadeia da auditoria, e a confere com um número e hash anotados antes',
  ],
} as const satisfies Record<string, readonly [call: string, does: string]>;

export type CommandName = keyof typeof usages;

const prefix = '  npm run caged -- ';
const column = 48;

/** The lines of one command: the effect is beside the call, or below it where the call is long. */
function linesOf([call, does]: readonly [call: string, does: string]): string {
  const called = `${prefix}${call}`;
  return called.length < column
    ? `${called.padEnd(column)}${does}`
    : `${called}\n${' '.repeat(column)}${does}`;
}

/** The usage of all commands. */
export const allUsage = `Uso:\n${Object.values(usages).map(linesOf).join('\n')}`;

/** The usage of one command. */
export const usageOf = (name: CommandName): string => `Uso:\n${linesOf(usages[name])}`;
