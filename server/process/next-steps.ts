import type { Config } from './installation/config.ts';

/** What is told when everything is up: where to go, and what is not as it should be. */
export const nextSteps = (
  address: string,
  config: Pick<Config, 'host' | 'publicUrl'>,
): readonly string[] => [
  '',
  `CAGED Analytics está no ar: ${address}`,
  '  Abra este endereço no navegador e entre com seu e-mail e sua senha.',
  '  Carregue os arquivos do MTE em Carregar dados, ou com: npm run caged -- import <arquivos>',
  ...(isOpenInClear(config) ? inClear : []),
  '  Para encerrar: Ctrl+C.',
  '',
];

/** Whether other machines may come without TLS: nothing on the way keeps passwords from being read. */
function isOpenInClear({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const isOwn = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return !isOwn && publicUrl?.startsWith('https:') !== true;
}

const inClear: readonly string[] = [
  '  Atenção: outras máquinas chegam aqui sem criptografia, e senhas podem ser lidas no caminho.',
  '  Ponha um proxy com TLS na frente e informe PUBLIC_URL=https://…',
];
