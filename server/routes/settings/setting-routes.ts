import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  readSetting,
  writeSetting,
  type StoredSetting,
} from '../../registry/settings/stored-settings.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import { actorOf } from '../access/guard.ts';

/**
 * A hook that completes the body of a change with the stored values of a setting: a page sends only what changed there,
 * and leaves what another administrator saved meanwhile.
 */
export const withStored =
  ({ db }: Pick<Store, 'db'>, setting: StoredSetting<z.ZodType<object>>) =>
  async (request: FastifyRequest) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    request.body = { ...(await readSetting(db, setting)), ...body };
  };

export function settingRoutes<Value extends z.ZodType<object>>(
  { store, clock }: StoreAndClock,
  path: string,
  setting: StoredSetting<Value>,
): FastifyPluginAsync {
  return async (app) => {
    const schema: z.ZodType = setting.schema;
    const response = { 200: schema };
    app.get(path, { schema: { response } }, async () => readSetting(store.db, setting));
    const preValidation = withStored(store, setting);
    app.put(path, { preValidation, schema: { body: schema, response } }, async (request) => {
      const value = setting.schema.parse(request.body);
      await writeSetting(store.db, setting, value, { actor: actorOf(request), at: clock() });
      return value;
    });
  };
}
