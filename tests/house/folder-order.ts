import { dirname, join } from 'node:path/posix';

/**
 * The folders of the product from the ground up: each imports only those that stand before it. Of a folder that has
 * others of these in it, the entry means the files that lie in it directly.
 */
export const folderOrder = [
  'shared/codes',
  'shared/words',
  'shared/filters',
  'shared/finder',
  'shared/contracts',
  'shared/statistics',
  'shared/sentences',
  'client/styles',
  'client/lib',
  'client/components',
  'client/features',
  'client/paper',
  'client/routes',
  'client',
  'server/platform',
  'server/platform/scheduler',
  'server/platform/store',
  'server/platform/mail',
  'server/platform/files',
  'server/platform/warehouse',
  'server/platform/observability',
  'server/platform/jobs',
  'server/reference',
  'server/people/audit',
  'server/people/identity',
  'server/answers',
  'server/registry/sources',
  'server/registry/settings',
  'server/registry/comparison',
  'server/registry/releases',
  'server/registry/reconciliation',
  'server/registry/ingest',
  'server/registry/resumable',
  'server/registry/generator',
  'server/registry/source-loads',
  'server/research',
  'server/research/reports',
  'server/research/laudo',
  'server/process/retention',
  'server/process/health',
  'server/routes',
  'server/process/installation',
  'server/process/transfer',
  'server/process/command',
  'server/process',
  'server',
] as const;

const hasOthersInIt = (folder: string) =>
  folderOrder.some((other) => other.startsWith(`${folder}/`));

/** Where a file stands, if an order is known; features stand beside each other, each for itself. */
function placeOf(path: string): string | undefined {
  const feature = /^client\/features\/[^/]+/.exec(path)?.[0];
  const holds = (folder: string) =>
    hasOthersInIt(folder) ? dirname(path) === folder : path.startsWith(`${folder}/`);
  return feature ?? folderOrder.find(holds);
}

const rankOf = (place: string) =>
  folderOrder.findIndex((known) => known === place.replace(/^(client\/features)\/.*/, '$1'));

/** The imports that run upwards, sideways or from where no order is known; `texts` are the files by their paths. */
export function wrongArrows(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([path, text]) => {
    const from = placeOf(path);
    const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
    return imported
      .map(([, relative = '']) => join(path, '..', relative))
      .filter((target) => !isAllowed(from, placeOf(target)))
      .map((target) => `${path} → ${target}`);
  });
}

function isAllowed(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  if (from === to) return true;
  if (from.startsWith('client') && to.startsWith('server')) return false;
  // Only documents know the browser's side: they print its charts.
  if (from.startsWith('server') && to.startsWith('client')) {
    return from === 'server/research/reports' && to === 'client/paper';
  }
  return rankOf(to) < rankOf(from);
}
