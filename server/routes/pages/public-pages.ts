import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkRateLimit } from '../../people/limits/rate-limit.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import { publicLinks } from '../../registry/settings/load-settings.ts';
import { readSetting } from '../../registry/settings/stored-settings.ts';
import { isOpen } from '../../research/public-links.ts';
import { contentPolicy } from '../http/security-headers.ts';

export interface PublicPagesDeps extends StoreAndClock {
  readonly isHttps: boolean;
}

const linkPath = /^\/(p|embed)\/([\w-]{1,80})$/;

export type PublicPages = ReturnType<typeof publicPages>;

/**
 * The pages of public links: anyone may open them, and the sites that administrators named may frame their cards. A page
 * is not indexed, and that of a closed link is not found.
 */
export function publicPages({ store, clock, isHttps }: PublicPagesDeps) {
  const rateLimit = networkRateLimit(store, clock, publicLinksLimit);
  return {
    /** The status of the page at this path, with its headers set; undefined if the path is not a link. */
    async prepare(request: FastifyRequest, reply: FastifyReply, path: string) {
      const [, page, token] = linkPath.exec(path) ?? [];
      if (page === undefined || token === undefined) return undefined;
      await rateLimit.admit(request.ip, 1);
      void reply.header('x-robots-tag', 'noindex, nofollow');
      if (!(await isOpen({ store, clock }, token))) return 404;
      if (page === 'embed') await allowFrames(reply, store, isHttps);
      return 200;
    },
  };
}

/** Rate limit for the pages of links and for their data requests. */
export const publicLinksLimit = { purpose: 'public links', atOnce: 120, perSecond: 4 };

async function allowFrames(reply: FastifyReply, { db }: Store, isHttps: boolean): Promise<void> {
  const { frameOrigins } = await readSetting(db, publicLinks);
  if (frameOrigins.length === 0) return;
  void reply.header('content-security-policy', contentPolicy(isHttps, frameOrigins.join(' ')));
  // This header cannot hold a list of sites. Browsers that support the policy use it alone.
  void reply.removeHeader('x-frame-options');
}
