import { isIPv6 } from 'node:net';

/**
 * The networks that count as one caller: an IPv4 address, or the /64 network of an IPv6 address, since the holder of
 * one address in a /64 has all of them. The /48 around it is limited too, at 1.5 times one caller's limits, since many
 * customers have a whole /48. `size` is the factor by which the limits of one caller grow.
 */
export function networksOf(address: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return [{ name: mapped, size: 1 }];
  if (!isIPv6(address)) return [{ name: address, size: 1 }];
  const [head = '', tail] = address.split('%', 1).join('').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = tail === undefined ? first : [...first, ...zeros, ...last];
  const named = (count: number) =>
    groups
      .slice(0, count)
      .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
      .join(':');
  return [
    { name: named(4), size: 1 },
    { name: named(3), size: 1.5 },
  ];
}
