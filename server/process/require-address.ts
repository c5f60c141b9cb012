import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { codeOf, StartError } from '../platform/errors.ts';
import type { Config } from './installation/config.ts';

type Address = Pick<Config, 'port' | 'host'>;

/** Throws `StartError` if this process cannot listen at the configured address. */
export async function requireAddress({ port, host }: Address): Promise<void> {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (cause) {
    throw unusableAddress(cause, { port, host });
  }
  server.close();
  await once(server, 'close');
}

/** Listens and returns the address to open, with the actual port. Throws `StartError` as `requireAddress` does. */
export async function listen(app: FastifyInstance, { port, host }: Address): Promise<string> {
  try {
    return await app.listen({ port, host, listenTextResolver: (url) => `listening at ${url}` });
  } catch (cause) {
    throw unusableAddress(cause, { port, host });
  }
}

const unusableAddress = (cause: unknown, address: Address) =>
  new StartError(sentence(codeOf(cause), address), { cause });

function sentence(code: unknown, { port, host }: Address): string {
  if (code === 'EADDRINUSE') {
    return `A porta ${port} já está em uso: encerre o outro programa ou escolha outra porta com a variável PORT.`;
  }
  if (code === 'EACCES')
    return `Sem permissão para usar a porta ${port}: escolha uma acima de 1023 com a variável PORT.`;
  return `Não foi possível usar o endereço ${host}, porta ${port}: em HOST, use um endereço desta máquina, como 127.0.0.1.`;
}
