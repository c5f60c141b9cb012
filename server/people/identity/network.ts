import { isIPv6 } from 'node:net';

export interface Network {
  readonly name: string;
  /** How many times as much as one caller it may do. */
  readonly size: number;
}

/**
 * What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, since whoever has one address of
 * such a network has them all; and the /48 that it lies in, since many have all of that, for a few callers.
 */
export function networksOf(address: string): readonly Network[] {
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
