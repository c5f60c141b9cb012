import type { FastifyPluginAsync } from 'fastify';
import type { z } from 'zod';
import {
  readSetting,
  writeSetting,
  type StoredSetting,
} from '../../registry/settings/stored-settings.ts';
import type { Store } from '../../platform/store/store.ts';
import { actorOf } from '../access/guard.ts';

/** Routes that read and change a setting at a path. */
export function settingRoutes<Value extends z.ZodType>(
  { store: { db }, clock }: { readonly store: Store; readonly clock: () => Date },
  path: string,
  setting: StoredSetting<Value>,
): FastifyPluginAsync {
  return async (app) => {
    const schema: z.ZodType = setting.schema;
    const response = { 200: schema };
    app.get(path, { schema: { response } }, async () => readSetting(db, setting));
    app.put(path, { schema: { body: schema, response } }, async (request) => {
      const value = setting.schema.parse(request.body);
      await writeSetting(db, setting, value, { actor: actorOf(request), at: clock() });
      return value;
    });
  };
}
