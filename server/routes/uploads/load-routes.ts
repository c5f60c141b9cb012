import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import type { SourceLoads } from '../../registry/source-loads/source-loads.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { comparisonRoutes } from './comparison.ts';
import { integrityRoutes, releaseRoutes } from '../releases/releases.ts';
import { sourceRoutes } from './source.ts';
import { uploadActRoutes } from './upload-acts.ts';
import { uploadEventRoutes } from './upload-events.ts';

export interface LoadRoutesDeps extends SourceLoads {
  readonly warehouse: Warehouse;
  readonly files: SharedFiles;
  readonly cancelRunning: (uploadId: string) => void;
}

/** The routes about loads, except receiving files: following, stopping, approving and undoing them. */
export function loadRoutes(deps: LoadRoutesDeps): readonly FastifyPluginAsyncZod[] {
  return [
    uploadActRoutes(deps),
    uploadEventRoutes(deps),
    comparisonRoutes(deps),
    releaseRoutes(deps),
    integrityRoutes(deps),
    sourceRoutes(deps),
  ];
}
