import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Upload } from '../../../shared/contracts/uploads.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialText } from '../../../tests/support/official-file.ts';
import { recordAct } from '../../people/audit/audit.ts';
import { isCompleteAfter } from '../../../tests/support/read-after.ts';
import { sendSlowly } from '../../../tests/support/send-slowly.ts';
import { multipart, serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;
let freeBytes = 2 ** 40;
beforeAll(async () => {
  installation = await newInstallation();
  served = await serve(installation, { freeBytes: async () => freeBytes });
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

const movText = officialText('MOV', [
  ...Array.from({ length: 150 }, () => ({})),
  { salary: 'errado' },
]);
const competencia = { name: 'competencia', value: '202307' };
const movFile = { name: 'movFile', value: movText, filename: 'CAGEDMOV202307.txt' };
const uploadCall = { method: 'POST', url: '/api/caged/upload' } as const;
const send = (...parts: Parameters<typeof multipart>[0]) =>
  served.call('ADMIN', { ...uploadCall, ...multipart(parts) });

const setRole = (role: 'ADMIN' | 'CLIENT') =>
  installation.store.db
    .updateTable('users')
    .set({ role })
    .where('email_lower', '=', 'admin@exemplo.com.br')
    .execute();

async function ended(id: string): Promise<Upload> {
  const upload = async () =>
    Upload.parse((await served.call('ADMIN', { url: `/api/uploads/${id}` })).json());
  await expect.poll(upload).toMatchObject({ finishedAt: expect.any(String) });
  return upload();
}

describe('POST /api/caged/upload', () => {
  test('takes a month, loads it in the background and reports the result', async () => {
    const empty = { name: 'excFile', value: '', filename: '' };
    const response = await send(competencia, movFile, empty);
    expect(response.statusCode).toBe(202);
    const { uploadId, message } = response.json();
    expect(message).toBe('Processamento iniciado com sucesso!');
    const upload = await ended(uploadId);
    expect(upload).toMatchObject({
      status: 'COMPLETED',
      competencia: '202307',
      release: 1,
      fileCount: 1,
    });
    const [file] = upload.files;
    expect(file).toMatchObject({
      kind: 'MOV',
      lines: 151,
      accepted: 150,
      rejected: 1,
      outcome: 'PUBLISHED',
    });

    const address = `/api/uploads/${uploadId}/files/${file!.id}/rejections`;
    expect((await served.call('ADMIN', { url: `${address}/summary` })).json()).toMatchObject({
      total: 1,
      others: 0,
      groups: [{ column: 'salário', reason: 'não é um valor decimal', count: 1 }],
    });
    for (const [id, status] of [
      [0, 404],
      ['abc', 400],
      ['1e99', 400],
    ]) {
      const url = `/api/uploads/${uploadId}/files/${id}/rejections/summary`;
      const unknown = await served.call('ADMIN', { url });
      expect([id, unknown.statusCode, unknown.json().message]).toEqual([
        id,
        status,
        'Este arquivo não existe neste envio.',
      ]);
    }
    const csv = await served.call('ADMIN', { url: `${address}.csv` });
    expect(csv.headers['content-disposition']).toBe(
      'attachment; filename="rejeitadas-CAGEDMOV202307.txt.csv"',
    );
    expect(csv.body.split('\r\n')).toEqual([
      expect.anything(),
      expect.stringMatching(/^"152";"salário";"não é um valor decimal";/),
      '',
    ]);
  });

  test('a file in the wrong field or of another month fails with the reason', async () => {
    const { uploadId } = (await send(competencia, { ...movFile, name: 'forFile' })).json();
    const wrongKind = await ended(uploadId);
    expect(wrongKind.status).toBe('FAILED');
    expect(wrongKind.files[0]?.message).toContain('Escolha o arquivo certo para cada campo');
    const other = (await send({ ...competencia, value: '202308' }, movFile)).json();
    const wrongMonth = await ended(other.uploadId);
    expect(wrongMonth.files[0]?.message).toContain('é da competência 202307 e foi pedida a 202308');
  });

  test.each([
    ['no competência', [movFile], 400, 'competencia'],
    ['a wrong competência', [{ ...competencia, value: '202313' }, movFile], 400, 'competencia'],
    ['no file', [competencia], 400, 'movFile'],
    ['another format', [competencia, { ...movFile, filename: 'a.pdf' }], 400, 'movFile'],
    ['two files in a field', [competencia, movFile, { ...movFile, value: 'x' }], 400, 'movFile'],
    ['a file without a name', [competencia, { ...movFile, filename: '' }], 400, 'movFile'],
    ['an unknown field', [competencia, { ...movFile, name: 'outro' }], 400, 'outro'],
    [
      'a file over the limit',
      [competencia, { ...movFile, value: Buffer.alloc(2 ** 20 + 1, 'x') }],
      413,
      'movFile',
    ],
  ] as const)('refuses %s and leaves nothing behind', async (_, parts, status, field) => {
    const folder = join(installation.folder, 'uploads');
    const before = await readdir(folder).catch(() => []);
    const response = await send(...parts);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ field });
    expect(await readdir(folder)).toEqual(before);
  });

  test('refuses a month for which the disk has no room before any of it is written', async () => {
    const folder = join(installation.folder, 'uploads');
    const before = await readdir(folder);
    freeBytes = 2 ** 30 + 10;
    const response = await send(competencia, movFile);
    freeBytes = 2 ** 40;
    expect([response.statusCode, response.json().code]).toEqual([507, 'sem_espaco']);
    expect(await readdir(folder)).toEqual(before);
  });

  test('a form that breaks off, or has no boundary, is the sender’s mistake', async () => {
    for (const type of ['multipart/form-data; boundary=XBX', 'multipart/form-data']) {
      const response = await served.call('ADMIN', {
        method: 'POST',
        url: '/api/caged/upload',
        headers: { 'content-type': type },
        payload: '--XBX\r\nabc',
      });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'broken_form' });
    }
  });

  test('a month that arrives as an object is no month', async () => {
    const response = await served.call('ADMIN', {
      method: 'POST',
      url: '/api/caged/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=XBX' },
      payload: [
        '--XBX',
        'content-disposition: form-data; name="competencia"',
        'content-type: application/json',
        '',
        '{"toString":1}',
        '--XBX--',
        '',
      ].join('\r\n'),
    });
    expect([response.statusCode, response.json().field]).toEqual([400, 'competencia']);
  });

  test('a form that breaks off within a file is too, and leaves nothing behind', async () => {
    const folder = join(installation.folder, 'uploads');
    const before = await readdir(folder);
    const head = 'content-disposition: form-data; name="movFile"; filename="CAGEDMOV202307.txt"';
    const response = await served.call('ADMIN', {
      method: 'POST',
      url: '/api/caged/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=XBX' },
      payload: `--XBX\r\n${head}\r\n\r\ncompet`,
    });
    expect([response.statusCode, response.json().code]).toEqual([400, 'broken_form']);
    expect(await readdir(folder)).toEqual(before);
  });

  test('is for administrators', async () => {
    const request = {
      method: 'POST',
      url: '/api/caged/upload',
      ...multipart([competencia]),
    } as const;
    expect((await served.call(null, request)).statusCode).toBe(401);
    expect((await served.call('CLIENT', request)).statusCode).toBe(403);
    expect(
      (await served.call('ADMIN', { method: 'POST', url: '/api/caged/upload', payload: {} }))
        .statusCode,
    ).toBe(415);
  });
});

test('files that arrive slowly are not loaded for a sender who is no administrator any more', async () => {
  const { db } = installation.store;
  const stored = async () => [
    (await db.selectFrom('uploads').select('id').execute()).length,
    await readdir(join(installation.folder, 'uploads')),
  ];
  const before = await stored();
  const { payload, headers } = multipart([competencia, movFile]);
  try {
    const refused = await sendSlowly(
      payload,
      () => setRole('CLIENT'),
      (slow) => served.call('ADMIN', { ...uploadCall, headers, payload: slow }),
    );
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
    expect(await stored()).toEqual(before);
  } finally {
    await setRole('ADMIN');
  }
});

test('an upload that does not exist is not found', async () => {
  for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
    const response = await served.call('ADMIN', { url: `/api/uploads/${id}` });
    expect([400, 404]).toContain(response.statusCode);
  }
});

test('the download of rejected lines stops when its reader is no administrator any more', async () => {
  const { uploadId } = (await send(competencia, movFile)).json();
  const [file] = (await ended(uploadId)).files;
  const many = vi.spyOn(installation.warehouse, 'stream').mockImplementation(async function* () {
    for (let line = 1; line < 30_000; line += 1) {
      yield [{ line, column: 'salário', reason: 'x'.repeat(1000), raw: '' }];
    }
  });
  const address = await served.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `${address}/api/uploads/${uploadId}/files/${file?.id}/rejections.csv`;
  try {
    const cookie = await served.cookie('ADMIN');
    expect(await isCompleteAfter(url, cookie, () => setRole('CLIENT'))).toBe(false);
  } finally {
    many.mockRestore();
    await setRole('ADMIN');
  }
});

// The last test: the administrator sends no more files in this hour.
test('files beyond the 300 uploads of an hour are refused, and leave nothing behind', async () => {
  await send(competencia, movFile);
  const { db } = installation.store;
  const [first] = await db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'upload.received')
    .execute();
  const actor = { userId: first?.actor_id ?? null, address: null };
  const received = { action: 'upload.received', actor, at: new Date() } as const;
  for (let time = 0; time < 299; time += 1)
    await recordAct(db, received).catch((error: unknown) => {
      expect(error).toMatchObject({ status: 429 });
    });
  const folder = join(installation.folder, 'uploads');
  const stored = async () => [
    (await db.selectFrom('uploads').select('id').execute()).length,
    (await readdir(folder)).length,
  ];
  await installation.drain();
  const before = await stored();
  const refused = await send(competencia, movFile);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
  expect(await stored()).toEqual(before);
});
