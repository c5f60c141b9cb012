import { StartError } from '../platform/errors.ts';
import { isThisMachine } from '../platform/this-machine.ts';
import { HealthWarning, type HealthCheck } from '../operations/health.ts';
import type { Config } from './installation/config.ts';

/** The lines printed when the server is up: the address to open, and a warning if the connection is not encrypted. */
export const nextSteps = (
  address: string,
  config: Pick<Config, 'host' | 'publicUrl'> & {
    /** Whether the published data are the demonstration months. */
    readonly isSynthetic: boolean;
  },
): readonly string[] => [
  '',
  `CAGED Analytics está no ar: ${address}`,
  '  Abra este endereço no navegador e entre com seu e-mail e sua senha.',
  ...(config.isSynthetic
    ? [
        '  Os dados são sintéticos, de demonstração. Os primeiros arquivos do MTE substituem esses dados.',
      ]
    : []),
  '  Carregue os arquivos do MTE em Processamento CAGED, ou com: npm run caged -- import <arquivos>',
  ...(isOpenInClear(config) ? inClear : []),
  '  Para encerrar: Ctrl+C.',
  '',
];

/** Whether other machines can connect without TLS, here or at a proxy: passwords can then be read on the way. */
function isOpenInClear({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  if (publicUrl === undefined) return !isThisMachine(host);
  const { protocol, hostname } = new URL(publicUrl);
  return protocol !== 'https:' && !(isThisMachine(host) && isThisMachine(hostname));
}

/** Throws `StartError` if `REQUIRE_HTTPS=1` and other machines can connect without TLS. */
export function requireHttpsForOthers(
  config: Pick<Config, 'host' | 'publicUrl' | 'requiresHttps'>,
): void {
  if (!config.requiresHttps || !isOpenInClear(config)) return;
  throw new StartError(
    'REQUIRE_HTTPS=1: outras máquinas chegariam aqui sem HTTPS. Ponha um proxy com TLS na frente e informe PUBLIC_URL=https://…, ou use HOST=127.0.0.1.',
  );
}

/** The health check for unencrypted access: administrators see its warning in a banner on every screen. */
export const httpsCheck = (config: Pick<Config, 'host' | 'publicUrl'>): HealthCheck => ({
  part: 'https',
  label: 'Criptografia (HTTPS)',
  run: async () =>
    isOpenInClear(config)
      ? new HealthWarning(
          'Este sistema está aberto a outras máquinas sem HTTPS: senhas e sessões podem ser lidas no caminho. Ponha um proxy com TLS na frente.',
        )
      : undefined,
});

const inClear: readonly string[] = [
  '  Atenção: outras máquinas chegam aqui sem criptografia, e senhas podem ser lidas no caminho.',
  '  Ponha um proxy com TLS na frente e informe PUBLIC_URL=https://…',
];
