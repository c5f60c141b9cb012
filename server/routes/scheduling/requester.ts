import type { FastifyRequest } from 'fastify';
import { networksOf } from '../../people/limits/network.ts';
import type { Requester } from '../../platform/scheduler/fair-order.ts';

/**
 * The requester that a request's work is scheduled for: the signed-in user, or the key that a program sends, each
 * within its company. Visitors of one network count as one person, and those of one IPv6 site as one company.
 */
export function requesterOf({ user, apiCaller, ip }: FastifyRequest): Requester {
  if (user !== null) return { person: user.id, company: user.companyId ?? user.id };
  if (apiCaller !== null) return { person: `key ${apiCaller.keyId}`, company: apiCaller.companyId };
  const [own, wider = own] = networksOf(ip).map(({ name }) => `network ${name}`);
  return { person: own ?? ip, company: wider ?? ip };
}
