import type { Source } from '../../server/registry/sources/source.ts';

/** Servers to use instead of the embedded databases. */
export interface InstallationServers {
  readonly databaseUrl?: string;
  readonly clickhouseUrl?: string;
  readonly clickhouseCluster?: string;
  readonly clickhouseDatabase?: string;
  /** The source of months. */
  readonly source?: Source;
}
