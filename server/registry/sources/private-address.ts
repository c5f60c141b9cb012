import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { SourceFailure } from './failures.ts';

/** Addresses of this machine, of internal networks, of cloud metadata, and of no single machine. */
const subnets = {
  ipv4: '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3',
  ipv6: '::/127 64:ff9b::/96 fc00::/7 fe80::/10 ff00::/8',
} as const;

const ranges = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const subnet of subnets[family].split(' ')) {
    const [network = '', prefix] = subnet.split('/');
    ranges.addSubnet(network, Number(prefix), family);
  }
}

/** Returns the addresses of a name; none for an unknown name, for which the connection fails later. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const resolveBySystem: Resolve = async (name) => {
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
};

const isPrivateAddress = (ip: string) => ranges.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');

/** Whether a host, given by name or address as in a URL, is in an internal network. */
export async function isPrivate(hostname: string, resolve = resolveBySystem): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPrivateAddress(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return (await resolve(host)).some(isPrivateAddress);
}

export interface HostRules {
  /** Names that may resolve to addresses of the internal network. */
  readonly localHosts?: readonly string[];
  /** Resolves names to addresses; tests use another implementation. */
  readonly resolve?: Resolve;
}

/**
 * Throws `SourceFailure` `fonte_interna` for a name that resolves to the internal network: a name that is changed to do
 * so would make the server fetch what is there. An internal address in the configuration, or a name among `localHosts`,
 * is deliberate and allowed.
 */
export async function requirePublic(
  hostname: string,
  { localHosts = [], resolve }: HostRules,
): Promise<void> {
  const host = hostname.toLowerCase();
  const isMeant =
    isIP(host.replace(/^\[|\]$/g, '')) !== 0 || host === 'localhost' || localHosts.includes(host);
  if (!isMeant && (await isPrivate(host, resolve))) throw new SourceFailure('fonte_interna');
}
