import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReleaseEntry } from '../../../shared/contracts/release.ts';
import { StackingTable } from '../../components/stacking-table.tsx';
import { releaseColumns } from './release-table.tsx';

const file = { kind: 'MOV', month: '202307', name: 'CAGEDMOV202307.txt', sha256: null } as const;
const release: ReleaseEntry = {
  number: 4,
  publishedAt: '2023-08-30T12:00:00.000Z',
  isSynthetic: false,
  isCurrent: false,
  canRestore: true,
  removedAt: null,
  uploadId: 'u',
  publishedBy: null,
  base: 3,
  fileCount: 8,
  newFiles: [{ ...file, uploadId: 'u' }],
  restorations: [],
};

/** For the links. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

const textOf = (own: ReleaseEntry) =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <StackingTable
        caption="Versões dos dados"
        columns={releaseColumns(() => undefined)}
        rows={[own]}
        rowKey={({ number }) => String(number)}
      />
    </RouterContextProvider>,
  )
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ');

test('a release states how many files it has, unless retention removed them', () => {
  expect(textOf(release)).toContain('1 arquivo novo sobre a versão 3; 8 arquivos ao todo');
  const removed = { canRestore: false, removedAt: '2024-08-30T12:00:00.000Z', fileCount: 0 };
  expect(textOf({ ...release, ...removed })).toContain('1 arquivo novo sobre a versão 3Arquivos');
});

test('a release that keeps no file of its base says so in the number of its files', () => {
  expect(textOf({ ...release, fileCount: 1 })).toContain(
    '1 arquivo novo, que substitui os da versão 3; 1 arquivo ao todo',
  );
});
