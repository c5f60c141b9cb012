import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import {
  readSetting,
  writeSetting,
  type StoredSetting,
} from '../../registry/settings/stored-settings.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { actorOf } from '../access/guard.ts';

/** Routes for a setting. A change contains only the values that the page changed. */
export function settingRoutes(
  { store, clock }: StoreAndClock,
  path: string,
  setting: StoredSetting<z.ZodObject>,
): FastifyPluginAsyncZod {
  return async (app) => {
    const response = { 200: setting.schema };
    app.get(path, { schema: { response } }, async () => readSetting(store.db, setting));
    const body = setting.schema.partial();
    app.put(path, { schema: { body, response } }, async (request) =>
      writeSetting(store.db, setting, request.body, { actor: actorOf(request), at: clock() }),
    );
  };
}
