import { join } from 'node:path/posix';

/** The folders of the product from the ground up: each imports only those that stand before it. */
export const folderOrder = [
  'shared',
  'client/styles',
  'client/lib',
  'client/components',
  'client/features',
  'client/paper',
  'client/routes',
  'client',
  'server/ground',
  'server/store',
  'server/mail',
  'server/files',
  'server/reference',
  'server/audit',
  'server/warehouse',
  'server/observability',
  'server/identity',
  'server/sources',
  'server/salaries',
  'server/settings',
  'server/comparison',
  'server/releases',
  'server/reconciliation',
  'server/ingest',
  'server/resumable',
  'server/generator',
  'server/jobs',
  'server/research',
  'server/source-loads',
  'server/reports',
  'server/retention',
  'server/health',
  'server/routes',
  'server/process',
  'server/transfer',
  'server/command',
  'server',
] as const;

/** Files that stand in no folder, other than those that wire everything. */
const loose: Readonly<Record<string, readonly string[]>> = {
  'server/ground': [
    'admission',
    'csv',
    'errors',
    'open-files',
    'open-gzip',
    'start-error',
    'unless-gone',
    'version',
  ],
  'server/process': [
    'config',
    'data-dir',
    'failure-sentence',
    'installation',
    'log',
    'ownership',
    'reach-warehouse',
    'stopping',
    'unfinished-restore',
  ],
};

/** Where a file stands; features stand beside each other, each for itself. */
function placeOf(path: string): string {
  const [side = '', folder = '', name] = path.split('/');
  if (side === 'shared') return side;
  if (name !== undefined)
    return folder === 'features' ? join(side, folder, name) : join(side, folder);
  const stem = folder.replace(/\.tsx?$/, '');
  return Object.keys(loose).find((place) => loose[place]?.includes(stem)) ?? side;
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
      .filter((target) => placeOf(target) !== from && !isAllowed(from, placeOf(target)))
      .map((target) => `${path} → ${target}`);
  });
}

function isAllowed(from: string, to: string): boolean {
  // Only documents know the browser's side: they print its charts.
  if (from.startsWith('server') && to.startsWith('client')) {
    return from === 'server/reports' && to === 'client/paper';
  }
  return rankOf(to) !== -1 && rankOf(to) < rankOf(from);
}
