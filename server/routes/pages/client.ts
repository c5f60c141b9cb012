import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf } from '../../platform/errors.ts';
import { refuseUnknown } from '../access/refuse-unknown.ts';
import type { RouteTable } from '../access/route-table.ts';
import type { PublicPages } from './public-pages.ts';

/** The paths that the browser app has pages for; for any other path it shows its own 404 page. */
const pages: ReadonlySet<string> = new Set([
  '/',
  '/dashboard',
  '/compare',
  '/equality',
  '/payroll',
  '/integrity',
  '/reports',
  '/history',
  '/saved',
  '/admin/dashboard',
  '/admin/upload',
  '/admin/source',
  '/admin/releases',
  '/admin/upload-advanced',
  '/admin/users',
  '/admin/companies',
  '/admin/settings',
  '/admin/audit',
  '/change-password',
  '/upload-test',
  '/my-data',
  '/login',
  '/test-login',
  '/working-login',
  '/forgot-password',
  '/reset-password',
  '/unsubscribe',
  '/docs/api',
  '/privacy',
  '/terms',
]);
const detailPages = /^\/(admin\/uploads|receipt)\/[^/]+$/;

/** Serves the built browser app, if it exists; every path that is not a file gets the app's page. */
export async function serveClient(
  app: FastifyInstance,
  directory: string,
  { links, table }: { readonly links: PublicPages; readonly table: RouteTable },
): Promise<void> {
  const index = join(directory, 'index.html');
  if (!existsSync(index)) {
    app.setNotFoundHandler((request, reply) => refuseUnknown(table, request, reply));
    return;
  }
  const page = readFileSync(index, 'utf8');
  const files = new Set(globSync('**/*.*', { cwd: directory }).map((path) => `/${path}`));
  await app.register(async (scope) => {
    // A page needs no file: the library would look for one.
    scope.addHook('preHandler', async (request, reply) => {
      if (!files.has(pathOf(request))) return reply.callNotFound();
    });
    // The library refuses the path of a file if it cannot read the file's folder.
    scope.setErrorHandler((error, request) => {
      throw isForbiddenPath(error) && files.has(pathOf(request)) ? noMoreFiles(error) : error;
    });
    await scope.register(fastifyStatic, {
      root: directory,
      index: false,
      cacheControl: false,
      // The build writes compressed copies next to the scripts and styles.
      preCompressed: true,
      allowedPath: (path) => files.has(path),
      setHeaders: (reply, path) => {
        void reply.header('cache-control', cachingOf(path, directory));
        // The library states the character set of texts and scripts only.
        if (path.endsWith('.svg'))
          void reply.header('content-type', 'image/svg+xml; charset=utf-8');
        if (isWorkbookWorker(path)) void reply.header('content-security-policy', workerPolicy);
      },
    });
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/api(\/|$|\?)/.test(request.url)) refuseUnknown(table, request, reply);
    return sendPage(request, reply, page, links);
  });
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';
const isForbiddenPath = (error: unknown) => codeOf(error) === 'FST_STATIC_FORBIDDEN_PATH';
const noMoreFiles = (cause: unknown) =>
  Object.assign(new Error('A file of the screens cannot be opened.', { cause }), {
    code: 'EMFILE',
  });

/**
 * A worker has the policy of its own response. This one writes the workbooks that never leave the browser, with
 * WebAssembly, and loads nothing else.
 */
const workerPolicy = "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'";
const isWorkbookWorker = (path: string) => /[/\\]workbook-worker-[^/\\]+\.js(\.br)?$/.test(path);

/** Vite puts a content hash into the file names under `assets`, so these files never change. */
function cachingOf(path: string, directory: string): string {
  return path.startsWith(join(directory, 'assets'))
    ? 'public, max-age=31536000, immutable'
    : 'no-cache';
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  links: PublicPages,
) {
  const path = pathOf(request);
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const known = pages.has(bare) || detailPages.test(bare);
  const ofLink = await links.prepare(request, reply, bare);
  return reply
    .status(ofLink ?? (known ? 200 : 404))
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(ofLink === undefined ? page : page.replace('</title>', `</title>${notIndexed}`));
}

const notIndexed = '<meta name="robots" content="noindex, nofollow" />';
