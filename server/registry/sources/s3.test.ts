import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openSource } from './open.ts';
import { readS3Page } from '../../platform/files/s3-listing.ts';
import { startHttp } from '../../../tests/support/source-servers/serve-bytes.ts';

const limits = { attempts: 2, backOffMs: 10 };
let stop = async () => {};
afterEach(() => stop());

async function listAnswered(answer: (response: ServerResponse) => void) {
  const server = await startHttp((_, response) => answer(response));
  stop = server.stop;
  return openSource(`s3://CHAVE:SEGREDO@${server.host}/balde?https=0`, { limits }).list();
}

const error = (status: number, code: string) => (response: ServerResponse) =>
  void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);

test.each([
  [403, 'AccessDenied', 'fonte_sem_autorizacao'],
  [403, 'RequestTimeTooSkewed', 'fonte_relogio_adiantado'],
  [301, 'PermanentRedirect', 'fonte_regiao_errada'],
  [400, 'AuthorizationHeaderMalformed', 'fonte_regiao_errada'],
  [404, 'NoSuchBucket', 'fonte_pasta_ausente'],
  [503, 'SlowDown', 'fonte_inalcancavel'],
])('%d %s is reported as it is', async (status, code, expected) => {
  await expect(listAnswered(error(status, code))).rejects.toMatchObject({ code: expected });
});

test('a listing that leads in a circle, or is none, is refused', async () => {
  const again = `<ListBucketResult><IsTruncated>true</IsTruncated>
    <NextContinuationToken>same</NextContinuationToken></ListBucketResult>`;
  const refused = { code: 'fonte_recusou' };
  await expect(listAnswered((response) => response.end(again))).rejects.toMatchObject(refused);
  await stop();
  await expect(listAnswered((response) => response.end('<html>'))).rejects.toMatchObject(refused);
});

test('a page is read without expanding what a document declares', () => {
  const page = readS3Page(`<!DOCTYPE x [<!ENTITY a "aaaa">]><ListBucketResult>
    <Contents><Key>novo caged/S&#227;o &amp; &a;&lt;/CAGEDMOV202307.7z</Key><Size>12</Size>
    <LastModified>2026-03-28T09:12:00.000Z</LastModified><ETag>&quot;abc-2&quot;</ETag></Contents>
    <Contents><Key>unfinished</ListBucketResult>`);
  expect(page).toEqual({
    files: [
      {
        name: 'CAGEDMOV202307.7z',
        path: 'novo caged/São & &a;</CAGEDMOV202307.7z',
        bytes: 12,
        modifiedAt: '2026-03-28T09:12:00.000Z',
        hash: 'etag:"abc-2"',
      },
      { name: '', path: '', bytes: null, modifiedAt: null, hash: null },
    ],
    next: undefined,
  });
});
