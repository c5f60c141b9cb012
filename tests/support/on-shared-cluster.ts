import { useSharedCluster } from './shared-cluster.ts';

await useSharedCluster();
