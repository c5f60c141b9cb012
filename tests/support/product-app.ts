import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../server/process/installation/config.ts';
import { folderFiles } from '../../server/platform/files/folder-files.ts';
import type { Readiness } from '../../server/operations/health.ts';
import { createLogger } from '../../server/process/installation/log.ts';
import { Metrics } from '../../server/platform/observability/metrics.ts';
import { productOf } from '../../server/process/product.ts';
import { routeTable, type RouteTable } from '../../server/routes/access/route-table.ts';
import type { Store } from '../../server/platform/store/store.ts';
import { newInstallation, type Installation } from './installation.ts';
import { testApp } from './test-app.ts';

/** The whole product over a new embedded installation: every route of `npm start`. */
export interface ProductApp {
  readonly app: FastifyInstance;
  readonly store: Store;
  /** The routes that the app registered, named as in the access table. */
  readonly routes: ReadonlySet<string>;
  /** The log lines. */
  readonly lines: string[];
  /** Loads files and publishes them. */
  readonly load: Installation['load'];
  close(): Promise<void>;
}

const clock = () => new Date();
const wake = () => undefined;
const cancelRunning = () => undefined;

export async function productApp(
  env: Readonly<Record<string, string>> = {},
  {
    siteAddress = () => 'http://localhost',
    readiness,
  }: { readonly siteAddress?: () => string; readonly readiness?: Readiness } = {},
): Promise<ProductApp> {
  const installation = await newInstallation();
  await installation.sortedIndex.open();
  const folder = await mkdtemp(join(tmpdir(), 'caged-product-'));
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line) });
  const config = readConfig({ DATA_DIR: folder, ...env });
  const { store } = installation;
  const metrics = new Metrics();
  metrics.watchProcess();
  const warehouse = metrics.watchWarehouse(installation.warehouse);
  const product = productOf({
    config,
    store,
    warehouse,
    secret: randomBytes(32),
    files: folderFiles(config.dataDir),
    clock,
    logger,
    metrics,
    sortedIndex: installation.sortedIndex,
    wake,
    cancelRunning,
    siteAddress,
  });
  const routes = new Set<string>();
  const app = await testApp({
    config,
    store,
    clock,
    logger,
    ...(readiness && { readiness }),
    ...product,
    table: noting(routes),
  });
  await app.ready();
  return {
    app,
    store,
    routes,
    lines,
    load: (...paths) => installation.load(...paths),
    async close() {
      await app.close();
      await product.close();
      await installation.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The route table, which records every lookup by the guard: every registered route. */
function noting(routes: Set<string>): RouteTable {
  const noted: RouteTable = { ...routeTable };
  return new Proxy(noted, {
    get: (table, route) => {
      routes.add(String(route));
      return table[String(route)];
    },
  });
}
