import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Company } from '../../../shared/contracts/companies.ts';
import { accountsOver, type Accounts, type Person } from '../../../tests/support/accounts.ts';
import { sampleJpeg, samplePng } from '../../../tests/support/sample-images.ts';
import { testedStores } from '../../../tests/support/stores.ts';

const png = samplePng({ width: 30, height: 20, chunks: [['tEXt', Buffer.from('segredo')]] });

describe.each(testedStores())('logos of companies, with the store in $dialect', ({ open }) => {
  let accounts: Accounts;
  let chief: Person;
  let url: string;

  beforeEach(async () => {
    accounts = await accountsOver(await open());
    chief = await accounts.person('ADMIN');
    const created = await accounts.call(chief, {
      method: 'POST',
      url: '/api/admin/companies',
      payload: { name: 'Padaria São João', cnpj: '11.222.333/0001-81', cnaes: ['1091-1/02'] },
    });
    url = `/api/admin/companies/${Company.parse(created.json()).id}/logo`;
  });
  afterEach(() => accounts.app.close());

  const set = (bytes: Buffer, to = url) =>
    accounts.call(chief, {
      method: 'PUT',
      url: to,
      payload: { content: bytes.toString('base64') },
    });
  const read = () => accounts.call(chief, { url });
  const listed = async () => {
    const [company] = (await accounts.call(chief, { url: '/api/admin/companies' })).json();
    return Company.parse(company).logo;
  };

  test('one is stored, shown in the list, replaced and removed, and each is in the audit', async () => {
    expect(await listed()).toBeNull();
    expect((await read()).json()).toMatchObject({ code: 'unknown_logo' });
    const stored = await set(png);
    expect(stored.statusCode, stored.body).toBe(200);
    expect(Company.parse(stored.json()).logo).toMatchObject({ width: 30, height: 20 });
    const first = await listed();
    expect(first).toEqual(Company.parse(stored.json()).logo);

    await set(sampleJpeg);
    expect(await listed()).toMatchObject({ width: 24, height: 16 });
    expect((await listed())?.sha256).not.toBe(first?.sha256);
    expect((await read()).headers['content-type']).toBe('image/jpeg');

    for (let time = 0; time < 2; time++) {
      const removed = await accounts.call(chief, { method: 'DELETE', url });
      expect(Company.parse(removed.json()).logo).toBeNull();
    }
    expect((await read()).statusCode).toBe(404);
    const audit = await accounts.store.db.selectFrom('audit_log').select('action').execute();
    const actions = audit.map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('company.logo')).toSorted()).toEqual([
      'company.logo_changed',
      'company.logo_changed',
      'company.logo_removed',
    ]);
  });

  test('it is served as an inert image, without any appended content', async () => {
    await set(png);
    const { headers, rawPayload } = await read();
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect(rawPayload.includes('segredo')).toBe(false);
  });

  test('a file that is no image, too large or of no company is refused with advice', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await set(svg)).json()).toEqual({
      code: 'invalid_logo',
      message: 'O logotipo deve ser uma imagem PNG ou JPEG.',
      field: 'logo',
    });
    expect((await set(Buffer.alloc(513 * 1024))).json()).toMatchObject({
      message: expect.stringContaining('até 512 KB'),
    });
    const unknownCompany = '/api/admin/companies/00000000-0000-4000-8000-000000000000/logo';
    expect((await set(png, unknownCompany)).json()).toMatchObject({ code: 'unknown_company' });
    expect(await listed()).toBeNull();
  });
});
