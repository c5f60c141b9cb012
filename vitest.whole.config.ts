import { defineConfig } from 'vitest/config';
import { clusterSetup, onCluster } from './vitest.cluster.config.ts';
import { ofOneEngine, usual } from './vitest.config.ts';

/** On a cluster too: the API's tests about searches, records, loads, releases and reports. */
const aboutData = [
  'server/routes/{search,records,reports}.test.ts',
  'server/registry/releases/releases.test.ts',
  'server/answers/panels/panels.test.ts',
  'server/registry/ingest/loading.test.ts',
];

const { globalSetup, ...each } = usual;
void globalSetup;

/** All of `npm test` but the stories, in one run: whoever waits for the cluster leaves the processor to others. */
export default defineConfig({
  test: {
    ...ofOneEngine,
    globalSetup: clusterSetup,
    projects: [
      ...ofOneEngine.projects,
      { test: { ...each, ...onCluster, name: 'cluster', include: aboutData } },
    ],
  },
});
