import { expect, test } from 'vitest';
import { newInstallation } from '../../../tests/support/installation.ts';
import { timedWarehouse } from '../../platform/observability/timed-warehouse.ts';
import { WarehouseAwayError } from '../../platform/warehouse/engine-error.ts';
import { WarehouseError, type Cluster } from '../../platform/warehouse/warehouse.ts';
import { onWholeCluster } from './on-whole-cluster.ts';

const wholeCluster: Pick<Cluster, 'survey'> = {
  survey: async () => ({
    replicas: [],
    away: [],
    strangers: [],
    isReplicated: false,
    shards: new Map(),
  }),
};

test('work that fails repeatedly on a complete cluster is not retried further', async () => {
  const installation = await newInstallation({}, 'embedded');
  const { loading } = installation;
  const timed = timedWarehouse(loading.warehouse, () => undefined);
  const warehouse = Object.assign(timed, { cluster: wholeCluster });
  let runs = 0;
  const given = Object.assign({ ...loading, replicaTimeoutMs: 20 }, { warehouse });
  const working = onWholeCluster(given, new AbortController().signal, async () => {
    runs += 1;
    throw new WarehouseError('The socket timed out.', 209, undefined);
  });
  await expect(working).rejects.toThrow(WarehouseAwayError);
  expect(runs).toBe(6);
  await installation.close();
});
