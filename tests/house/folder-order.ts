import { dirname, join } from 'node:path/posix';

/**
 * The folders of the product from the lowest layer up: each imports only folders before it. For a folder with other
 * entries inside it, the entry means only the files directly in it.
 */
const folderOrder = [
  'shared/codes',
  'shared/words',
  'shared/filters',
  'shared/finder',
  'shared/contracts',
  'shared/panels',
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
  'server/platform/limits',
  'server/platform/scheduler',
  'server/platform/store',
  'server/platform/mail',
  'server/platform/files',
  'server/platform/warehouse',
  'server/platform/observability',
  'server/platform/jobs',
  'server/reference',
  'server/reference/typed',
  'server/people/limits',
  'server/people/audit',
  'server/people/identity',
  'server/answers/query/filters',
  'server/answers/query',
  'server/answers/query/engine',
  'server/answers/index',
  'server/answers/present/records',
  'server/answers/present/suppression',
  'server/answers/present/panels',
  'server/answers/present/occupations',
  'server/answers/present/equality',
  'server/answers/present/deferred',
  'server/answers/present/towns',
  'server/answers/present/market',
  'server/answers/present',
  'server/answers/serving',
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
  'server/research/digest',
  'server/research/reports',
  'server/research/reports/xlsx',
  'server/research/reports/pdf',
  'server/research/laudo',
  'server/operations',
  'server/routes/http',
  'server/routes/access',
  'server/routes/scheduling',
  'server/routes/streams',
  'server/routes/settings',
  'server/routes/reference',
  'server/routes/companies',
  'server/routes/audit',
  'server/routes/identity',
  'server/routes/health',
  'server/routes/pages',
  'server/routes/search',
  'server/routes/equality',
  'server/routes/market',
  'server/routes/reports',
  'server/routes/research',
  'server/routes/releases',
  'server/routes/uploads',
  'server/routes/api-v1',
  'server/process/installation',
  'server/process/transfer',
  'server/process/command',
  'server/process',
  'server',
] as const;

const hasOthersInIt = (folder: string) =>
  folderOrder.some((other) => other.startsWith(`${folder}/`));

/** The folder of the order that contains a file, if any; each feature is a separate place. */
function placeOf(path: string): string | undefined {
  const feature = /^client\/features\/[^/]+/.exec(path)?.[0];
  const holds = (folder: string) =>
    hasOthersInIt(folder) ? dirname(path) === folder : path.startsWith(`${folder}/`);
  return feature ?? folderOrder.find(holds);
}

const rankOf = (place: string) =>
  folderOrder.findIndex((known) => known === place.replace(/^(client\/features)\/.*/, '$1'));

/** Imports that point upwards, sideways or from a folder without an order; `texts` are the files by path. */
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
  // Only reports import from the client: they print its charts.
  if (from.startsWith('server') && to.startsWith('client')) {
    return from === 'server/research/reports/pdf' && to === 'client/paper';
  }
  return rankOf(to) < rankOf(from);
}
