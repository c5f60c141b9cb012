import { readFile } from 'node:fs/promises';

/**
 * The kernel's timer of a connection to this port of this machine (Linux): `02` is that of keep-alive probes; undefined
 * without a connection.
 */
export async function timerTo(port: number): Promise<string | undefined> {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1);
  const fields = lines.map((line) => line.trim().split(/\s+/));
  return fields.find((line) => line[2] === remote)?.[5]?.split(':')[0];
}
