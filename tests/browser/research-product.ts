import { expect, request, type APIRequestContext, type Page } from '@playwright/test';
import { Upload } from '../../shared/contracts/uploads.ts';
import { officialText } from '../support/official-file.ts';
import { ownProduct } from './own-product.ts';
import { administrator } from './served-product.ts';

type Role = 'ADMIN' | 'CLIENT' | 'VIEWER';
type Account = { email: string; password: string };
type NewPerson = { role: Role; companyId: string | null };

const temporaryPassword = 'Jangada#Azul-41';
const password = 'Veleiro$Verde-58';

/** A separate server, whose data the stories publish themselves. */
export async function researchProduct() {
  await using opened = new AsyncDisposableStack();
  const product = opened.use(await ownProduct({}));
  const apiOf = async (account: Account): Promise<APIRequestContext> => {
    const api = await request.newContext({
      baseURL: product.address,
      storageState: { cookies: [], origins: [] },
    });
    expect((await api.post('/api/login', { data: account })).status()).toBe(200);
    return api;
  };
  const admin = await apiOf(administrator);
  opened.defer(() => admin.dispose());
  const create = async (path: string, data: object): Promise<string> => {
    const answer = await admin.post(path, { data });
    expect(answer.status(), await answer.text()).toBe(201);
    const { id }: { id: string } = await answer.json();
    return id;
  };
  let people = 0;
  const running = opened.move();
  return {
    address: product.address,
    company: (name: string, cnpj: string) =>
      create('/api/admin/companies', { name, cnpj, cnaes: ['4781400'], industry: null }),
    /** A user who has chosen a password. */
    async person({ role, companyId }: NewPerson): Promise<Account> {
      people += 1;
      const email = `pessoa${people}@exemplo.com.br`;
      const named = { firstName: 'Pessoa', lastName: `Número ${people}` };
      const account = { ...named, email, role, companyId, temporaryPassword };
      await create('/api/admin/users', account);
      const api = await apiOf({ email, password: temporaryPassword });
      const data = { currentPassword: temporaryPassword, newPassword: password };
      const changed = await api.post('/api/auth/change-password', {
        data: { ...data, confirmPassword: password },
      });
      expect(changed.status()).toBe(200);
      await api.dispose();
      return { email, password };
    },
    /** Publishes July 2023 again, with shop assistants of São Paulo who earn these salaries. */
    async publish(salaries: readonly string[]): Promise<void> {
      const text = officialText(
        'MOV',
        salaries.map((salary) => ({ salary })),
      );
      const file = {
        name: 'CAGEDMOV202307.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      };
      const sent = await admin.post('/api/caged/upload', {
        multipart: { competencia: '202307', movFile: file },
      });
      expect(sent.ok(), await sent.text()).toBe(true);
      const { uploadId }: { uploadId: string } = await sent.json();
      const upload = async () =>
        Upload.parse(await (await admin.get(`/api/uploads/${uploadId}`)).json());
      await expect.poll(async () => (await upload()).status).toMatch(/COMPLETED|AWAITING/);
      const { status, comparedWith } = await upload();
      if (status === 'COMPLETED') return;
      const approval = `/api/uploads/${uploadId}/approve`;
      expect((await admin.post(approval, { data: { comparedWith } })).ok()).toBe(true);
      await expect.poll(async () => (await upload()).status).toBe('COMPLETED');
    },
    async signIn(page: Page, account: Account): Promise<void> {
      await page.context().clearCookies();
      const answer = await page.request.post(`${product.address}/api/login`, { data: account });
      expect(answer.status()).toBe(200);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type ResearchProduct = Awaited<ReturnType<typeof researchProduct>>;
