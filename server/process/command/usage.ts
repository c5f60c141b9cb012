const usages = {
  import: [
    'import <arquivo ou pasta>…',
    'carrega arquivos do Novo CAGED (.txt .csv .dat .7z .zip)',
  ],
  approve: ['approve <envio>', 'publica um envio que está aguardando aprovação'],
  cancel: ['cancel <envio>', 'cancela um envio na fila, em processamento ou aguardando aprovação'],
  status: ['status', 'mostra meses, tipos, versões e linhas publicadas'],
  rejections: ['rejections <número>', 'mostra em CSV as linhas rejeitadas de um arquivo'],
  unmatched: ['unmatched', 'mostra em CSV as exclusões sem movimentação correspondente'],
  fingerprint: [
    'fingerprint',
    'mostra o código de conferência (fingerprint) das linhas publicadas',
  ],
  laudo: [
    'laudo <recibo> <arquivo.zip> [AAAAMM]',
    'grava o laudo de uma resposta, que pode ser recalculado sem este programa',
  ],
  find: ['find <cargo>', 'mostra as ocupações da CBO para um nome de cargo'],
  generate: [
    'generate --months 202001..202610 --lines 4400000 [--seed texto] [--to pasta]',
    'gera meses sintéticos e publica, ou grava na pasta',
  ],
  backup: [
    'backup <pasta nova>',
    'faz backup dos dois bancos e dos arquivos, mesmo com o servidor no ar',
  ],
  restore: [
    'restore <pasta> [--overwrite] [--without-seal]',
    'restaura um backup em uma instalação vazia ou, com --overwrite, no lugar da atual; o selo é conferido com o secret.key',
  ],
  'migrate-to': [
    'migrate-to --database postgres://… --clickhouse http://… [--cluster nome]',
    'copia esta instalação para servidores PostgreSQL e ClickHouse',
  ],
  'reset-password': ['reset-password <e-mail>', 'cria uma senha temporária para uma conta'],
  'audit-verify': [
    'audit-verify [número:hash]',
    'confere a cadeia da auditoria, também com um número e hash anotados antes',
  ],
} as const satisfies Record<string, readonly [call: string, does: string]>;

const prefix = '  npm run caged -- ';
const column = 48;

/** The lines of one command: the effect is beside the call, or below it where the call is long. */
function linesOf([call, does]: readonly [call: string, does: string]): string {
  const called = `${prefix}${call}`;
  return called.length < column
    ? `${called.padEnd(column)}${does}`
    : `${called}\n${' '.repeat(column)}${does}`;
}

export const allUsage = `Uso:\n${Object.values(usages).map(linesOf).join('\n')}`;

export const usageOf = (name: keyof typeof usages): string => `Uso:\n${linesOf(usages[name])}`;
