import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Store } from '../store/store.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { comparisonRoutes } from './comparison.ts';
import { integrityRoutes } from './integrity.ts';
import { releaseRoutes } from './releases.ts';
import { uploadActRoutes } from './upload-acts.ts';
import { uploadEventRoutes } from './upload-events.ts';

export interface LoadRoutesDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
  readonly wake: () => void;
  readonly cancelRunning: (uploadId: string) => void;
}

/** The routes about loads beside receiving their files: following, stopping, approving and undoing them. */
export function loadRoutes(deps: LoadRoutesDeps): readonly FastifyPluginAsyncZod[] {
  return [
    uploadActRoutes(deps),
    uploadEventRoutes(deps),
    comparisonRoutes(deps),
    releaseRoutes(deps),
    integrityRoutes(deps),
  ];
}
