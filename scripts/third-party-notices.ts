import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
});
const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
});

const licenceFile = /^(licen[sc]e|copying|notice)/i;

/**
 * The licence texts of the production packages of the lock file that are installed, equal texts once, then the notices
 * of `third-party/`. A package without a licence file has the sentence of its manifest.
 */
export function thirdPartyNotices(root: string): string {
  const { packages } = Lock.parse(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
  );
  const installed = Object.entries(packages)
    .filter(
      ([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path, 'package.json')),
    )
    .map(([path]) => noticeOf(join(root, path)));
  const own = readdirSync(join(root, 'third-party')).map((name) => ({
    name: `third-party/${name}`,
    text: readFileSync(join(root, 'third-party', name), 'utf8').trim(),
  }));
  const byText = Map.groupBy([...installed, ...own], ({ text }) => text);
  return [...byText]
    .map(([text, same]) => `${[...new Set(same.map(({ name }) => name))].join('\n')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder: string): { readonly name: string; readonly text: string } {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const { name, version, license = 'not stated' } = manifest;
  const texts = readdirSync(folder)
    .filter((file) => licenceFile.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  const text = texts.join('\n\n') || `Licence: ${license} (the package has no licence file).`;
  return { name: `${name}@${version}`, text };
}
