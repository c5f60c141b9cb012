import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { migrate } from '../../server/platform/store/migrate.ts';
import {
  openStore,
  type Store,
  type StoreDialect,
  type StoreOptions,
} from '../../server/platform/store/store.ts';
import { freshDatabase, migratedDatabase } from './fresh-database.ts';
import type { InstallationServers } from './installation-servers.ts';

const testedDialect: StoreDialect =
  process.env['TEST_APP_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

export interface TestStore {
  readonly dialect: StoreDialect;
  /** The location of a new, empty store; for tests that open or migrate it themselves. */
  readonly options: () => Promise<StoreOptions>;
  /** A new store with the current schema; closed and removed after the test, or the file, that opened it. */
  readonly open: () => Promise<Store>;
}

/** Both app databases, real ones, for a test that needs one of them by name. */
export function testStores(): readonly [sqlite: TestStore, postgres: TestStore] {
  const afterFile: UndoStep[] = [];
  let undo = afterFile;
  beforeEach(() => {
    undo = [];
  });
  // At once: each open store holds some of the server's connections for ten seconds.
  afterEach(async () => {
    const afterTest = undo;
    undo = afterFile;
    await runInReverse(afterTest);
  });
  afterAll(() => runInReverse(afterFile));

  const temporaryDirectory = () => {
    const directory = mkdtempSync(join(tmpdir(), 'caged-store-'));
    undo.push(() => rmSync(directory, { recursive: true, force: true }));
    return directory;
  };
  const opener = (options: TestStore['options']) => async () => {
    const store = await openStore(await options());
    undo.push(() => store.close());
    await migrate(store);
    return store;
  };
  const places = {
    sqlite: async () => ({ databaseUrl: undefined, dataDir: temporaryDirectory() }),
    postgres: async () => ({ databaseUrl: await freshDatabase(), dataDir: temporaryDirectory() }),
  };
  return [
    { dialect: 'sqlite', options: places.sqlite, open: opener(places.sqlite) },
    {
      dialect: 'postgres',
      options: places.postgres,
      open: opener(async () => ({ databaseUrl: await migratedDatabase(), dataDir: '' })),
    },
  ];
}

type UndoStep = () => void | Promise<void>;

async function runInReverse(steps: readonly UndoStep[]): Promise<void> {
  for (const step of steps.toReversed()) await step();
}

/**
 * The app database that this run tests, with its name for the test title: SQLite in `npm test`, PostgreSQL in `npm run
 * test:full`. `describe.each(testedStores())('… in $dialect', ({ open }) => …)`.
 */
export const testedStores = (): readonly TestStore[] =>
  testStores().filter(({ dialect }) => dialect === testedDialect);

/** The same for an installation: `newInstallation(await servers())`. */
export const testedServers: readonly {
  readonly dialect: StoreDialect;
  readonly servers: () => Promise<InstallationServers>;
}[] = [
  testedDialect === 'sqlite'
    ? { dialect: 'sqlite', servers: async () => ({}) }
    : {
        dialect: 'postgres',
        servers: async () => ({ databaseUrl: await migratedDatabase() }),
      },
];
