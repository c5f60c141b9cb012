import { expect, request as requests, type Page } from '@playwright/test';
import { cuttingProxy } from './cutting-proxy.ts';
import { expectToast } from './people.ts';
import { administrator } from './served-product.ts';
import {
  beMidway,
  button,
  endedUpload,
  field,
  longFile,
  monthFile,
  networkOf,
  sendMovement,
  sentUploadId,
  sha256Of,
  shareSent,
  test,
} from './sending-product.ts';

// The months of long files and of short files are years apart: by design, a month with few lines next to one with many
// waits for approval.
const waiting = 'Sem conexão. O envio continua sozinho quando ela voltar.';

/** The offset of each chunk that the page sends. */
function offsetsOf(page: Page): readonly number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}

test('an upload waits for a lost connection, and sends nothing twice', async ({
  page,
  product,
}) => {
  await using way = await cuttingProxy(product.address);
  const path = await longFile('202301');
  const offsets = offsetsOf(page);
  await page.goto(`${way.address}/admin/upload-advanced`);
  const network = await networkOf(page);
  await network.slow();
  await sendMovement(page, path);
  await beMidway(page);
  await expect(page.getByText(/[KM]B\/s, faltam?/)).toBeVisible();
  way.cut();
  await expect(page.getByText(waiting)).toBeVisible();
  const there = await shareSent(page);
  await page.waitForTimeout(3_000);
  expect(await shareSent(page)).toBe(there);
  way.mend();
  await network.free();
  const upload = await endedUpload(page, await sentUploadId(page));
  expect(upload.files[0]?.receivedSha256).toBe(await sha256Of(path));
  expect(offsets[0]).toBe(0);
  expect(offsets.at(-1)).toBeGreaterThan(0);
});

test('a network that the browser knows to be back is used at once', async ({ page, product }) => {
  await using way = await cuttingProxy(product.address);
  await page.goto(`${way.address}/admin/upload-advanced`);
  const network = await networkOf(page);
  await network.slow();
  await sendMovement(page, await longFile('202312'));
  await beMidway(page);
  await network.lost();
  way.cut();
  await expect(page.getByText(waiting)).toBeVisible();
  // By now the next retry is many seconds away.
  await page.waitForTimeout(8_000);
  way.mend();
  const piece = page.waitForRequest((request) => request.method() === 'PATCH', { timeout: 2_500 });
  await network.free();
  expect(Number((await piece).headers()['upload-offset'])).toBeGreaterThan(0);
  await sentUploadId(page);
});

test('a file is paused and goes on', async ({ page }) => {
  const path = await longFile('202302');
  await page.goto('/admin/upload-advanced');
  const network = await networkOf(page);
  await network.slow();
  await sendMovement(page, path);
  await beMidway(page);
  await button(page, 'Pausar: CAGEDMOV202302.txt').click();
  await expect(page.getByText('Pausado')).toBeVisible();
  const there = await shareSent(page);
  await page.waitForTimeout(800);
  expect(await shareSent(page)).toBe(there);
  await network.free();
  await button(page, 'Continuar: CAGEDMOV202302.txt').click();
  const upload = await endedUpload(page, await sentUploadId(page));
  expect(upload.files[0]?.receivedSha256).toBe(await sha256Of(path));
});

test('closing the tab asks for confirmation; the same file, chosen again, continues where it stopped', async ({
  page,
  context,
  product,
}) => {
  await using way = await cuttingProxy(product.address);
  const path = await longFile('202303');
  await page.goto(`${way.address}/admin/upload-advanced`);
  const network = await networkOf(page);
  await network.slow();
  await sendMovement(page, path);
  await beMidway(page);
  const requested = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  const dialog = await requested;
  expect(dialog.type()).toBe('beforeunload');
  // A closing page is no longer throttled: the data in transit could arrive completely.
  way.cut();
  await dialog.accept();
  await closed;

  const other = await context.newPage();
  await other.goto('/admin/upload-advanced');
  const unfinished = other.getByRole('region', { name: 'Envios interrompidos' });
  await expect(unfinished).toContainText(/CAGEDMOV202303\.txt.*mar\/2023.*no servidor.*guardado/s);
  const picker = field(other, 'Escolher o arquivo: CAGEDMOV202303.txt');
  await picker.setInputFiles(await monthFile('MOV', '202303', 2));
  await expect(unfinished.getByRole('alert')).toContainText('Não é o mesmo arquivo');
  await picker.setInputFiles(path);
  await expect(field(other, 'Competência')).toHaveValue('202303');
  await expect(button(other, 'Remover: CAGEDMOV202303.txt')).toBeVisible();
  const piece = other.waitForRequest((request) => request.method() === 'PATCH');
  await button(other, 'Enviar arquivos').click();
  expect(Number((await piece).headers()['upload-offset'])).toBeGreaterThan(0);
  const upload = await endedUpload(other, await sentUploadId(other));
  expect(upload.files[0]?.receivedSha256).toBe(await sha256Of(path));
  await expect(unfinished).toHaveCount(0);
});

test('an upload continues on other screens, and can be cancelled', async ({ page }) => {
  await page.goto('/admin/upload-advanced');
  const network = await networkOf(page);
  await network.slow();
  await sendMovement(page, await longFile('202304'));
  await beMidway(page);
  await page.getByRole('link', { name: 'Configurações' }).click();
  await expect(page.getByRole('heading', { name: 'Configurações' })).toBeVisible();
  await page.getByRole('link', { name: 'Painel' }).click();
  await page.getByRole('tab', { name: 'Envios' }).click();
  expect(await shareSent(page)).toBeGreaterThan(0.15);
  await button(page, 'Cancelar envio').click();
  await expect(field(page, 'Arquivos do CAGED')).toBeVisible();
  await expect
    .poll(async () => (await page.request.get('/api/resumable')).json())
    .toEqual({ uploads: [] });
  await expect(page.getByRole('region', { name: 'Envios interrompidos' })).toHaveCount(0);
});

/** A further administrator with a password of their own; the session of the stories stays as it is. */
async function furtherAdministrator(baseURL: string, email: string) {
  const password = 'Veleiro$Verde-58';
  const temporaryPassword = 'Jangada#Azul-41';
  const person = { email, firstName: 'Maria', lastName: 'Souza', role: 'ADMIN', companyId: null };
  const creation = { ...person, temporaryPassword, password: administrator.password };
  const change = {
    currentPassword: temporaryPassword,
    newPassword: password,
    confirmPassword: password,
  };
  const api = await requests.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  for (const [path, data] of [
    ['/api/login', administrator],
    ['/api/admin/users', creation],
    ['/api/login', { email, password: temporaryPassword }],
    ['/api/auth/change-password', change],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- each step needs the one before
    const answer = await api.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await api.dispose();
  return { email, password };
}

test('a sending ends when another user signs in in the same tab', async ({ page, product }) => {
  const first = await furtherAdministrator(product.address, 'primeira@exemplo.com.br');
  const second = await furtherAdministrator(product.address, 'segunda@exemplo.com.br');
  await page.context().clearCookies();
  expect((await page.request.post('/api/login', { data: first })).ok()).toBe(true);
  await page.goto('/admin/upload-advanced');
  const network = await networkOf(page);
  await network.slow();
  await sendMovement(page, await longFile('202305'));
  await beMidway(page);
  await button(page, 'Pausar: CAGEDMOV202305.txt').click();
  await network.free();
  // The session ends elsewhere.
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Painel' }).click();
  await page.getByRole('button', { name: 'Fazer Login' }).click();
  await field(page, 'E-mail').fill(second.email);
  await field(page, 'Senha').fill(second.password);
  await button(page, 'Entrar').click();
  await page.getByRole('tab', { name: 'Envios' }).click();
  await expect(button(page, 'Enviar arquivos')).toBeVisible();
  await expect(page.getByText('CAGEDMOV202305')).toBeHidden();
});

test('a lost last response causes no second upload', async ({ page }) => {
  let lost = 0;
  await page.route('**/api/resumable/finish', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.goto('/admin/upload-advanced');
  await sendMovement(page, await monthFile('MOV', '202105', 4));
  const id = await sentUploadId(page);
  expect(lost).toBe(1);
  const { uploads } = await (await page.request.get('/api/uploads')).json();
  const own = uploads.filter(
    ({ competencia }: { competencia: string }) => competencia === '202105',
  );
  expect(own).toHaveLength(1);
  expect(own[0].id).toBe(id);
});

test('content that was changed in transit is detected, and sent again', async ({ page }) => {
  const path = await monthFile('MOV', '202106', 4);
  await page.route('**/api/resumable/*', (route) => {
    const body = route.request().postDataBuffer();
    if (route.request().method() !== 'PATCH' || !body) return route.continue();
    body[body.length - 10] = (body[body.length - 10] ?? 0) ^ 1;
    return route.continue({ postData: body });
  });
  await page.goto('/admin/upload-advanced');
  await sendMovement(page, path);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('❌ Erro: O arquivo “CAGEDMOV202106.txt” chegou diferente');
  await expectToast(page, 'Erro', 'o SHA-256 não confere');
  await page.unroute('**/api/resumable/*');
  await button(page, 'Tentar de novo').click();
  const upload = await endedUpload(page, await sentUploadId(page));
  expect(upload.files[0]?.receivedSha256).toBe(await sha256Of(path));
});

const refusals = [
  [
    507,
    'sem_espaco',
    'O servidor não tem espaço livre em disco para este envio. Libere espaço ou espere outros envios terminarem e tente de novo.',
  ],
  [413, 'file_too_large', 'O arquivo passa do limite de 20 MB. Envie-o compactado (.7z ou .zip).'],
] as const;

for (const [status, code, message] of refusals) {
  test(`the server's own sentence is shown for a ${status}, and it can be tried again`, async ({
    page,
  }) => {
    await page.route('**/api/resumable', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { message, code } })
        : route.continue(),
    );
    await page.goto('/admin/upload-advanced');
    await sendMovement(page, await monthFile('MOV', '202207', status));
    await expect(page.getByText(`❌ Erro: ${message}`)).toBeVisible();
    await expectToast(page, 'Erro', message);
    await page.unroute('**/api/resumable');
    await button(page, 'Tentar de novo').click();
    await sentUploadId(page);
  });
}

test('a failure without a message shows a general message, and the form is unchanged', async ({
  page,
}) => {
  await page.route('**/api/resumable', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 418, body: 'teapot' })
      : route.continue(),
  );
  await page.goto('/admin/upload-advanced');
  await sendMovement(page, await monthFile('MOV', '202108', 2));
  await expect(page.getByText('❌ Erro: Erro no upload')).toBeVisible();
  await button(page, 'Voltar ao formulário').click();
  await expect(field(page, 'Competência')).toHaveValue('202108');
  await expect(button(page, 'Remover: CAGEDMOV202108.txt')).toBeVisible();
});
