import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { SearchRequest, type AnswerWithoutReceipt } from '../../shared/contracts/search.ts';
import { folderFiles } from '../../server/platform/files/folder-files.ts';
import { freeAbandonedJobs } from '../../server/process/installation/installation.ts';
import type { Loading } from '../../server/registry/ingest/loading.ts';
import { approveUpload } from '../../server/registry/ingest/upload-acts.ts';
import { isOnlyMissingMov } from '../../server/registry/comparison/hold-reasons.ts';
import { reasonsOf } from '../../server/registry/ingest/upload-view.ts';
import { findUpload, queueUpload, type FoundUpload } from '../../server/registry/ingest/uploads.ts';
import { uploadRunner } from '../../server/registry/ingest/upload-jobs.ts';
import {
  answerSearch,
  countedAnswer,
  indexBackend,
  type QueryBackend,
} from '../../server/answers/present/answer.ts';
import {
  openSortedIndex,
  type SortedIndexService,
} from '../../server/answers/index/sorted-index.ts';
import { migrate } from '../../server/platform/store/migrate.ts';
import { openStore, type Store } from '../../server/platform/store/store.ts';
import type { CountedAnswer } from '../../server/answers/present/suppression/suppressed-answer.ts';
import { openWarehouse } from '../../server/platform/warehouse/open.ts';
import { claimWarehouse } from '../../server/process/installation/reach-warehouse.ts';
import type { InstallationServers } from './installation-servers.ts';
import { preparedAnswering } from './prepared-answering.ts';
import { dropDatabase, sharedClusterOf } from './shared-cluster.ts';
import { prepareWarehouse } from '../../server/platform/warehouse/schema.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/** A complete embedded installation in a separate folder: both databases, the runner, the salary answer. */
export interface Installation {
  readonly folder: string;
  /** The address of the PostgreSQL that replaces the embedded app database, if any. */
  readonly databaseUrl: string | undefined;
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly loading: Loading;
  /** Builds the month files of each release before it becomes current, as a server does. */
  readonly sortedIndex: SortedIndexService;
  /** How queries are answered. */
  readonly backend: QueryBackend;
  /** Loads every queued upload. */
  drain(): Promise<void>;
  /**
   * Loads the files as one upload and returns its final state. An upload that waits only because of missing main files
   * (MOV) is approved: tests load late declarations and exclusions alone.
   */
  load(...paths: readonly string[]): Promise<FoundUpload>;
  /** The same for lines that no genuine file has: a waiting upload is approved, as by an administrator. */
  loadApproved(...paths: readonly string[]): Promise<FoundUpload>;
  /** The same with other options. */
  loadWith(options: Partial<Loading>, ...paths: readonly string[]): Promise<FoundUpload>;
  /** The response that users get. */
  search(
    filters: Record<string, unknown>,
    page?: Record<string, number>,
  ): Promise<AnswerWithoutReceipt>;
  /** The figures before suppression, however few the records. */
  counted(filters: Record<string, unknown>, page?: Record<string, number>): Promise<CountedAnswer>;
  /** Closes both databases but not the folder. */
  leave(): Promise<void>;
  /** Closes both databases and removes the folder. */
  close(): Promise<void>;
}

const clock = () => new Date();
const noPerson = { userId: null, address: null };

const runnerOf = (loading: Loading) => uploadRunner({ loading, logger: pino({ level: 'silent' }) });

export async function newInstallation(
  servers: InstallationServers = {},
  engine: 'usual' | 'embedded' = 'usual',
): Promise<Installation> {
  return openInstallation(await mkdtemp(join(tmpdir(), 'caged-installation-')), servers, engine);
}

/** Opens the installation of a folder: a new one, or one that another process left there. */
export async function openInstallation(
  folder: string,
  { databaseUrl, source, ...servers }: InstallationServers = {},
  engine: 'usual' | 'embedded' = 'usual',
): Promise<Installation> {
  await using opened = new AsyncDisposableStack();
  const store = await openStore({ databaseUrl, dataDir: folder });
  opened.defer(() => store.close());
  await migrate(store);
  const warehouse = await openWarehouse({
    clickhouseUrl: undefined,
    directory: join(folder, 'warehouse'),
    ...(servers.clickhouseUrl === undefined && engine === 'usual'
      ? sharedClusterOf(folder)
      : servers),
  });
  opened.defer(() => warehouse.close());
  await prepareWarehouse(warehouse);
  await claimWarehouse(store, warehouse);
  await freeAbandonedJobs(store);
  // From here on the installation stays open until the caller closes it.
  opened.move();
  const logger = pino({ level: 'silent' });
  const sortedIndex = openSortedIndex(join(folder, 'ranked'), { store, warehouse, logger });
  const loading: Loading = {
    store,
    warehouse,
    files: folderFiles(folder),
    maxTextBytes: 2 ** 30,
    maxRejectedPercent: 1,
    clock,
    prepare: (coming, signal) => sortedIndex.prepare(coming, signal),
    ...(source && { source }),
  };
  const runner = runnerOf(loading);
  const loadWith = async (options: Partial<Loading>, ...paths: readonly string[]) => {
    const files = paths.map((path) => ({ path, name: basename(path), stated: {} }));
    const upload = { origin: 'command', competencia: null, createdBy: null, files } as const;
    const id = await queueUpload(store, upload, clock);
    return ended(id, runnerOf({ ...loading, ...options }));
  };
  const ended = async (id: string, own: Pick<typeof runner, 'drain'>) => {
    for (let turn = 0; ; turn++) {
      await own.drain();
      const found = await findUpload(store, id);
      if (found === undefined) throw new Error('The upload is gone.');
      // The runner of an app on the same installation may have taken the upload.
      if (!['PENDING', 'PROCESSING'].includes(found.status) || turn === 600) return found;
      await sleep(100);
    }
  };
  const approved = async ({ id, compared_release: comparedWith }: FoundUpload) => {
    await approveUpload({ store, clock }, noPerson, id, { comparedWith });
    return ended(id, runner);
  };
  return {
    folder,
    databaseUrl,
    store,
    warehouse,
    loading,
    sortedIndex,
    backend: indexBackend({ index: sortedIndex }),
    drain: () => runner.drain(),
    async load(...paths) {
      const upload = await loadWith({}, ...paths);
      return isOnlyMissingMov(reasonsOf(upload)) && upload.status === 'AWAITING_APPROVAL'
        ? approved(upload)
        : upload;
    },
    loadWith,
    async loadApproved(...paths) {
      const upload = await loadWith({}, ...paths);
      return upload.status === 'AWAITING_APPROVAL' ? approved(upload) : upload;
    },
    async search(filters, page = {}) {
      const answering = await preparedAnswering({ store, warehouse, sortedIndex });
      return answerSearch(SearchRequest.parse({ filters, ...page }), answering);
    },
    async counted(filters, page = {}) {
      const answering = await preparedAnswering({ store, warehouse, sortedIndex });
      return countedAnswer(SearchRequest.parse({ filters, ...page }), answering);
    },
    async leave() {
      await warehouse.close();
      await store.close();
    },
    async close() {
      await dropDatabase(warehouse);
      await warehouse.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
