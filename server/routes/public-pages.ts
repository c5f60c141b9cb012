import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSetting } from '../registry/settings/stored-settings.ts';
import { publicLinks } from '../registry/settings/load-settings.ts';
import { RequestPace } from '../people/identity/request-pace.ts';
import { isOpen } from '../research/public-links.ts';
import type { Store } from '../platform/store/store.ts';
import { contentPolicy } from './security-headers.ts';

export interface PublicPagesDeps {
  readonly store: Store;
  readonly clock: () => Date;
  readonly isHttps: boolean;
}

/** How pages of links are sent: nobody keeps them, and what is closed is not found. */
export interface PublicPages {
  /** The status of a page at this path, its headers set; undefined where it is none of a link. */
  readonly prepare: (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ) => Promise<200 | 404 | undefined>;
}

const linkPath = /^\/(p|embed)\/([\w-]{1,80})$/;

/** A link's page shows to whoever comes; its card, in frames of the sites that administrators named. */
export function publicPages({ store, clock, isHttps }: PublicPagesDeps): PublicPages {
  const pace = new RequestPace(store, clock, publicLinksPace);
  return {
    async prepare(request, reply, path) {
      const [, page, token] = linkPath.exec(path) ?? [];
      if (page === undefined || token === undefined) return undefined;
      await pace.admit(request.ip, 1);
      void reply.header('x-robots-tag', 'noindex, nofollow');
      if (!(await isOpen({ store, clock }, token))) return 404;
      if (page === 'embed') await allowFrames(reply, store, isHttps);
      return 200;
    },
  };
}

/** For the pages of links and what they ask, each counted for itself. */
export const publicLinksPace = { purpose: 'public links', atOnce: 120, perSecond: 4 };

async function allowFrames(reply: FastifyReply, { db }: Store, isHttps: boolean): Promise<void> {
  const { frameOrigins } = await readSetting(db, publicLinks);
  if (frameOrigins.length === 0) return;
  void reply.header('content-security-policy', contentPolicy(isHttps, frameOrigins.join(' ')));
  // It knows of no list: what understands the policy goes by it alone.
  void reply.removeHeader('x-frame-options');
}
