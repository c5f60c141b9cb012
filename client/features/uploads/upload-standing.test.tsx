import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readFile, waitingUpload } from '../../../tests/support/sample-upload.ts';
import type { UploadFile } from '../../../shared/contracts/uploads.ts';
import { newestReleaseOptions } from '../../lib/release.ts';
import { UploadStanding } from './upload-standing.tsx';

/** For the links. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

function markupWith(current: number, upload = waitingUpload): string {
  const client = new QueryClient();
  client.setQueryData(newestReleaseOptions.queryKey, {
    number: current,
    publishedAt: '2023-08-30T12:00:00.000Z',
    isSynthetic: false,
    months: [],
    firstMonth: null,
    lastMonth: null,
    recentMonths: [],
    nextPublication: null,
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>
        <UploadStanding upload={upload} streamState={undefined} />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
}

const textWith = (current: number) => markupWith(current).replaceAll(/<[^>]*>/g, '');

test('an earlier release that was restored since the comparison is current, not published', () => {
  expect(textWith(2)).toContain(
    'Depois desta conferência, a versão 2 dos dados passou a ser a atual. “Publicar mesmo assim” confere o envio de novo: se nada for encontrado, publica; se algo for, você decide outra vez.',
  );
});

test('no note is shown while the data of the comparison are current', () => {
  expect(textWith(3)).not.toContain('Depois desta conferência');
});

test('a retry is the main action, except where the same file would be refused again', () => {
  const failed = { ...waitingUpload, status: 'FAILED', canApprove: false, canRetry: true } as const;
  const retry = (outcome: UploadFile['outcome']) =>
    /<button[^>]*class="([^"]*)"[^>]*>Tentar de novo</.exec(
      markupWith(3, { ...failed, files: [{ ...readFile, outcome }] }),
    )?.[1];
  expect(retry(null)).toContain('bg-accent');
  expect(retry('REFUSED')).not.toContain('bg-accent');
  expect(retry('REFUSED')).toContain('border');
});
