import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Comparison } from '../../../shared/contracts/comparison.ts';
import { AppError } from '../../platform/errors.ts';
import { requireUpload } from '../../registry/ingest/upload-acts.ts';
import { loadLimits } from '../../registry/settings/load-settings.ts';
import { settingRoutes } from '../settings/setting-routes.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import { UploadParams } from './upload-params.ts';

/** Routes for the comparison before a publication, and for the thresholds beyond which it waits for approval. */
export function comparisonRoutes(deps: StoreAndClock): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/api/uploads/:id/comparison',
      { schema: { params: UploadParams, response: { 200: Comparison } } },
      async ({ params }) => storedComparison(deps.store, params.id),
    );

    await app.register(settingRoutes(deps, '/api/admin/load-limits', loadLimits));
  };
}

async function storedComparison(store: Store, id: string): Promise<Comparison> {
  await requireUpload(store, id);
  const row = await store.db
    .selectFrom('uploads')
    .select('comparison')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.comparison == null) {
    throw new AppError(
      'no_comparison',
      404,
      'Esta carga ainda não foi conferida: a conferência vem depois da leitura dos arquivos.',
    );
  }
  return Comparison.parse(JSON.parse(row.comparison));
}
