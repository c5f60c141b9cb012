import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineBackend } from '../../answers/present/answer.ts';
import type { LaneName } from '../../platform/scheduler/scheduler.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { version } from '../../platform/version.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { unmatchedCsv } from '../../registry/ingest/cancellations.ts';
import { rejectedLinesCsv } from '../../registry/ingest/rejections.ts';
import { releaseFingerprint } from '../../registry/releases/fingerprint.ts';
import { requireWholeBatches } from '../../registry/releases/require-whole-batches.ts';
import { makeLaudo } from '../../research/laudo/make-laudo.ts';
import type { Config } from '../installation/config.ts';

export interface ReadingDeps extends StoreAndClock {
  readonly config: Config;
  readonly warehouse: Warehouse;
  /** Aborts if the command ends before it has the answer. */
  readonly signal?: AbortSignal | undefined;
}

interface Reading {
  /** Where it waits in a server. */
  readonly lane: LaneName;
  readonly read: (deps: ReadingDeps, args: readonly string[]) => AsyncIterable<string | Uint8Array>;
}

const laudoTimeoutMs = 10 * 60_000;

/**
 * What the read-only commands read from the warehouse: in the command's own process, or in a running server, which has
 * the embedded warehouse open (`reading-socket.ts`).
 */
export const readings = {
  /** The rejected lines of the file of this number, as CSV. */
  rejections: {
    lane: 'export',
    read: ({ warehouse }, [number]) => rejectedLinesCsv(warehouse, Number(number)),
  },
  /** The exclusions of the current release that match no loaded line, as CSV. */
  unmatched: { lane: 'export', read: ({ store, warehouse }) => unmatchedCsv(store, warehouse) },
  /** The fingerprint of the current release, as one line. Refused where the warehouse has lost published lines. */
  fingerprint: {
    lane: 'export',
    async *read({ store, warehouse, signal }) {
      await requireWholeBatches(store, warehouse);
      const release = await currentRelease(store);
      const found = await releaseFingerprint(warehouse, release, signal);
      const { rows, lines, exclusions, digest } = found;
      yield `${digest}  ${lines} linhas, ${exclusions} exclusões, ${rows} registros no armazém\n`;
    },
  },
  /** The laudo of a receipt, with a month for its correction or without, as a ZIP. */
  laudo: { lane: 'document', read: laudoBytes },
} as const satisfies Record<string, Reading>;

export type ReadingName = keyof typeof readings;

async function* laudoBytes(
  { config, store, warehouse, clock, signal = AbortSignal.timeout(laudoTimeoutMs) }: ReadingDeps,
  [receiptId = '', realMonth]: readonly string[],
): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-laudo-'));
  try {
    const siteAddress = () => config.publicUrl ?? `http://${config.host}:${config.port}`;
    const deps = { store, warehouse, backend: engineBackend, clock, version, siteAddress };
    const limits = { signal, timeoutMs: laudoTimeoutMs };
    yield* createReadStream(await makeLaudo(deps, { receiptId, realMonth }, folder, limits));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
