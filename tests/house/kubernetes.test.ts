import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { knownVariables, readConfig } from '../../server/process/installation/config.ts';
import { requireHttpsForOthers } from '../../server/process/next-steps.ts';
import { routeTable } from '../../server/routes/access/route-table.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.number() }) });
const Volume = z.object({ name: z.string() });
const StatefulSet = z.object({
  spec: z.object({
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        containers: z.tuple([
          z.object({
            image: z.string(),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            startupProbe: Probe,
            livenessProbe: Probe,
            readinessProbe: Probe,
            volumeMounts: z.array(Volume.extend({ mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(Volume),
      }),
    }),
    volumeClaimTemplates: z.array(z.object({ metadata: Volume })),
  }),
});
const Compose = z.object({
  services: z.object({ caged: z.object({ image: z.string(), volumes: z.array(z.string()) }) }),
});

test('the pod of the page starts as the image does, with its folders, addresses and variables', () => {
  const [, manifest = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(read('docs/kubernetes.md')) ?? [];
  const [set, service] = parseAllDocuments(manifest).map((one): unknown => one.toJS());
  const { template, volumeClaimTemplates } = StatefulSet.parse(set).spec;
  const [{ image, env, volumeMounts, ...probes }] = template.spec.containers;
  expect(env.map(({ name }) => name).filter((name) => !knownVariables.includes(name))).toEqual([]);
  const [, ofImage = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? [];
  const config = readConfig({
    ...Object.fromEntries(ofImage.split(' ').map((one) => one.split('=', 2))),
    ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
  });
  expect(config).toMatchObject({ role: 'all', host: '0.0.0.0', requiresHttps: true });
  requireHttpsForOthers(config);
  for (const { httpGet } of [probes.startupProbe, probes.livenessProbe, probes.readinessProbe]) {
    expect(routeTable).toHaveProperty(`GET ${httpGet.path}`);
    expect(httpGet.port).toBe(config.port);
  }
  const { caged } = Compose.parse(parse(read('compose.yaml'))).services;
  expect(image.split('/').at(-1)).toBe(caged.image);
  const stored = caged.volumes.map((volume) => volume.split(':')[1]);
  expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual([...stored, '/tmp']);
  expect(config.dataDir).toMatch(/^\/data\/./);
  const claimed = volumeClaimTemplates.map(({ metadata }) => metadata);
  expect(volumeMounts.map(({ name }) => name)).toEqual(
    [...claimed, ...template.spec.volumes].map(({ name }) => name),
  );
  expect(service).toMatchObject({
    spec: { selector: template.metadata.labels, ports: [{ port: config.port }] },
  });
});
