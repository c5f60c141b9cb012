import { buffer } from 'node:stream/consumers';
import fastifyMultipart from '@fastify/multipart';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Overview, UploadsCheck } from '../../../shared/contracts/overview.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import {
  InpcTable,
  MinimumWageTable,
  PutInpc,
  PutMinimumWages,
  SettingsSummary,
} from '../../../shared/contracts/settings.ts';
import { type HealthCheck, healthOf } from '../../operations/health.ts';
import { maybeSessionTimes } from '../../people/identity/sessions.ts';
import { AppError } from '../../platform/errors.ts';
import type { Store } from '../../platform/store/store.ts';
import { readCboCsv, refusedFile, requireOneTitle } from '../../reference/cbo-csv.ts';
import type { Occupation } from '../../reference/occupations.ts';
import {
  importInpc,
  importMinimumWages,
  inpcTable,
  minimumWageTable,
} from '../../registry/settings/figure-tables.ts';
import {
  type ImportDeps,
  importBuiltInCbo,
  importCbo,
  importMunicipalities,
} from '../../registry/settings/import-tables.ts';
import { overviewFigures, recentUploads, statusOf } from '../../registry/settings/overview.ts';
import { type SystemInformation, settingsSummary } from '../../registry/settings/summary.ts';
import { actorOf, notSignedIn } from '../access/guard.ts';
import type { TokenCookie } from '../access/session-cookie.ts';
import { formParts, untilBroken } from '../http/form-parts.ts';
import { EmptyBody } from '../http/empty-body.ts';

export interface SettingsRoutesDeps extends ImportDeps {
  readonly system: SystemInformation;
}

const maxFileBytes = 10 * 2 ** 20;

/** Routes for system information and for the reference tables, which administrators import. */
export function settingsRoutes(deps: SettingsRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(fastifyMultipart, {
      limits: { fileSize: maxFileBytes, files: 2, fields: 0, parts: 2 },
    });
    app.get('/api/admin/settings', { schema: { response: { 200: SettingsSummary } } }, async () =>
      settingsSummary(deps.db, deps.system),
    );
    await app.register(tableRoutes(deps));

    const cboSchema = { body: EmptyBody, response: { 200: Done } };
    app.post('/api/admin/import-cbo', { schema: cboSchema }, async (request) =>
      request.isMultipart()
        ? importCbo(deps, actorOf(request), await receivedCbo(request))
        : importBuiltInCbo(deps, actorOf(request)),
    );

    const placesSchema = { body: EmptyBody, response: { 200: Done } };
    app.post('/api/admin/import-municipalities', { schema: placesSchema }, async (request) => {
      if (request.isMultipart()) {
        throw new AppError(
          'unsupported_media_type',
          415,
          'A lista de municípios vem com o sistema. Envie o pedido sem arquivo.',
        );
      }
      return importMunicipalities(deps, actorOf(request));
    });
  };
}

function tableRoutes(deps: SettingsRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const wages = { 200: MinimumWageTable };
    for (const path of ['/api/admin/minimum-wage', '/api/reference/minimum-wage'])
      app.get(path, { schema: { response: wages } }, async () => minimumWageTable());
    app.put(
      '/api/admin/minimum-wage',
      { schema: { body: PutMinimumWages, response: wages } },
      async (request) => importMinimumWages(deps, actorOf(request), request.body),
    );

    const inpc = { 200: InpcTable };
    app.get('/api/admin/inpc', { schema: { response: inpc } }, async () => inpcTable());
    app.put('/api/admin/inpc', { schema: { body: PutInpc, response: inpc } }, async (request) =>
      importInpc(deps, actorOf(request), request.body),
    );
  };
}

type CboFileName = 'occupations' | 'synonyms';

async function receivedCbo(request: FastifyRequest) {
  const read: Partial<Record<CboFileName, Occupation[]>> = {};
  for await (const part of formParts(request, request.files())) {
    const bytes = await receivedBytes(part);
    // A browser sends an empty part for an empty file input.
    if (part.filename === '' && bytes.length === 0) continue;
    if (!isCboFileName(part.fieldname)) {
      throw refusedFile(part.fieldname.slice(0, 60), 'Este campo não é conhecido.');
    }
    if (read[part.fieldname] !== undefined) {
      throw refusedFile(part.fieldname, 'Há dois arquivos neste campo. Envie um de cada tipo.');
    }
    const names = await readCboCsv(bytes, part.fieldname);
    if (part.fieldname === 'occupations') requireOneTitle(names, part.fieldname);
    read[part.fieldname] = names;
  }
  if (read.occupations === undefined && read.synonyms === undefined) {
    throw refusedFile('occupations', 'Selecione o arquivo de ocupações ou o de sinônimos.');
  }
  return read;
}

const isCboFileName = (name: string): name is CboFileName =>
  name === 'occupations' || name === 'synonyms';

async function receivedBytes(part: MultipartFile): Promise<Buffer> {
  const bytes = await buffer(untilBroken(part.file));
  if (part.file.truncated) {
    throw new AppError('too_large', 413, 'O arquivo passa de 10 MB.', {
      field: part.fieldname.slice(0, 60),
    });
  }
  return bytes;
}

export interface OverviewRoutesDeps {
  readonly store: Store;
  readonly cookie: TokenCookie;
  readonly checks: readonly HealthCheck[];
}

/** Routes for the admin dashboard's figures, and for the check of uploads. */
export function overviewRoutes({
  store,
  cookie,
  checks,
}: OverviewRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const overviewSchema = { response: { 200: Overview } };
    app.get('/api/admin/overview', { schema: overviewSchema }, async (request) => {
      const [figures, health, times] = await Promise.all([
        overviewFigures(store),
        healthOf(checks, request.log),
        maybeSessionTimes(store.db, cookie.read(request) ?? ''),
      ]);
      if (times === undefined) throw notSignedIn();
      const session = { ...times, address: request.ip };
      return { ...figures, status: statusOf(health), parts: health.parts, session };
    });

    const checkSchema = { response: { 200: UploadsCheck } };
    app.get('/api/uploads-check', { schema: checkSchema }, async () => {
      const uploads = await recentUploads(store.db);
      const message =
        uploads.length === 0
          ? 'O banco de dados responde. Ainda não há envios.'
          : `O banco de dados responde. Envios encontrados: ${uploads.length}.`;
      return { message, uploads };
    });
  };
}
