import { expect } from '@playwright/test';
import { officialFiles } from '../support/official-files.ts';
import { textFile } from '../support/official-file.ts';
import {
  button,
  drop,
  endedUpload,
  excluded,
  field,
  late,
  monthFile,
  movement,
  sendMovement,
  sentUploadId,
  sha256Of,
  test,
} from './sending-product.ts';

test(
  'nothing is sent without a competência and a file, and each lack is reported',
  { tag: '@main' },
  async ({ page }) => {
    await page.goto('/admin/upload-advanced');
    await button(page, 'Enviar arquivos').click();
    await expect(page.getByText('Informe a competência (ex: 202412).')).toBeVisible();
    await expect(
      page.getByText('Selecione pelo menos um arquivo CAGED para upload.'),
    ).toBeVisible();
    await expect(field(page, 'Competência')).toBeFocused();
    await field(page, 'Competência').pressSequentially('2024133');
    await expect(field(page, 'Competência')).toHaveValue('202413');
    await expect(page.getByText('Digite uma competência válida (ex: 202507)')).toBeVisible();
    await field(page, 'Competência').fill('202412');
    await button(page, 'Enviar arquivos').click();
    await expect(page.getByText(/competência \(ex/)).toHaveCount(0);
    await expect(
      page.getByText('Selecione pelo menos um arquivo CAGED para upload.'),
    ).toBeVisible();
    await expect(page.getByText('Até 20MB por arquivo, ZIP para maiores.')).toBeVisible();
  },
);

const file = (name: string, size: number) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(size, 'x'),
});

test('what would be refused is reported before a byte is sent', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(request.url());
  });
  await page.goto('/admin/upload-advanced');
  const note = (label: string) => expect(field(page, label));
  await field(page, 'Competência').fill('202412');
  await field(page, movement).setInputFiles(file('planilha.xls', 9));
  await note(movement).toHaveAccessibleDescription('Envie .txt, .csv, .dat, .zip ou .7z.');
  await field(page, movement).setInputFiles(file('grande.txt', 20 * 2 ** 20 + 1));
  await note(movement).toHaveAccessibleDescription('Passa de 20MB: envie em ZIP.');
  await field(page, movement).setInputFiles(file('vazio.txt', 0));
  await note(movement).toHaveAccessibleDescription(/está vazio/);
  await field(page, movement).setInputFiles(file('CAGEDFOR202412.txt', 9));
  await note(movement).toHaveAccessibleDescription(/movimentações fora do prazo/);
  await field(page, movement).setInputFiles(file('CAGEDMOV202411.txt', 9));
  await note(movement).toHaveAccessibleDescription(
    'O nome diz nov/2024, e a competência é dez/2024.',
  );
  await button(page, 'Enviar arquivos').click();
  await expect(field(page, movement)).toBeFocused();
  await field(page, 'Competência').fill('202411');
  await note(movement).toHaveAccessibleDescription('9 bytes');

  const twice = await textFile('dados.txt', 'x');
  await field(page, movement).setInputFiles(twice);
  await field(page, late).setInputFiles(twice);
  await note(movement).toHaveAccessibleDescription('O mesmo arquivo foi escolhido duas vezes.');
  await note(late).toHaveAccessibleDescription('O mesmo arquivo foi escolhido duas vezes.');
  await button(page, 'Remover: dados.txt').last().click();
  await note(late).toHaveAccessibleDescription('CAGEDFOR, opcional');
  await note(movement).toHaveAccessibleDescription('1 byte');
  await field(page, late).setInputFiles(file('vazio.txt', 0));
  await button(page, 'Enviar arquivos').click();
  await expect(field(page, late)).toBeFocused();
  expect(calls).toEqual([]);
});

test(
  'the three files of a month are sent at once and published, and the form is empty',
  { tag: '@main' },
  async ({ page }) => {
    const [mov, outOfTime, exc] = await Promise.all([
      monthFile('MOV', '202501', 30),
      monthFile('FOR', '202501', 20),
      monthFile('EXC', '202501', 1),
    ]);
    await page.goto('/admin/upload-advanced');
    await field(page, movement).setInputFiles(mov);
    await field(page, late).setInputFiles(outOfTime);
    await field(page, excluded).setInputFiles(exc);
    await field(page, 'Competência').fill('202501');
    await button(page, 'Enviar arquivos').click();
    const id = await sentUploadId(page);
    await expect(field(page, 'Competência')).toHaveValue('');
    await expect(page.getByRole('button', { name: /^Remover/ })).toHaveCount(0);

    const upload = await endedUpload(page, id);
    expect(upload).toMatchObject({ status: 'COMPLETED', competencia: '202501' });
    expect(
      upload.files.map(({ name, kind, receivedSha256 }) => [name, kind, receivedSha256]),
    ).toEqual([
      ['CAGEDMOV202501.txt', 'MOV', await sha256Of(mov)],
      ['CAGEDFOR202501.txt', 'FOR', await sha256Of(outOfTime)],
      ['CAGEDEXC202501.txt', 'EXC', await sha256Of(exc)],
    ]);
    await page.getByRole('link', { name: 'Acompanhar o processamento' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/uploads/${id}$`));
  },
);

test('files dropped on the page find their places by their names', async ({ page }) => {
  await page.goto('/admin/upload-advanced');
  await expect(button(page, 'Enviar arquivos')).toBeVisible();
  const mov = await monthFile('MOV', '202502', 3);
  await drop(page, [
    await monthFile('FOR', '202502', 2),
    mov,
    await textFile('leia-me.txt', 'nada'),
  ]);
  await expect(button(page, 'Remover: CAGEDMOV202502.txt')).toBeVisible();
  await expect(button(page, 'Remover: CAGEDFOR202502.txt')).toBeVisible();
  await expect(page.getByText(/^leia-me\.txt: o nome não informa o tipo/)).toBeVisible();
  await drop(page, [mov]);
  await expect(page.getByText(/^CAGEDMOV202502\.txt: .*duas vezes/)).toBeVisible();
  await field(page, 'Competência').fill('202502');
  await button(page, 'Enviar arquivos').click();
  const { files } = await endedUpload(page, await sentUploadId(page));
  expect(files.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['CAGEDMOV202502.txt', 'PUBLISHED'],
    ['CAGEDFOR202502.txt', 'PUBLISHED'],
  ]);
});

test('one form accepts many months at once, and shows why a file was refused', async ({ page }) => {
  await page.goto('/admin/dashboard?aba=envios');
  await expect(page.getByText(/Até 20MB por arquivo, ZIP para maiores/)).toBeVisible();
  const picker = field(page, 'Arquivos do CAGED');
  await expect(picker).toHaveAttribute('accept', '.txt,.csv,.zip,.7z');
  await page.getByRole('main').getByRole('link', { name: 'Processamento CAGED' }).click();
  await expect(page.getByRole('heading', { name: 'Processamento CAGED', level: 1 })).toBeVisible();
  // The page offers no action that can only fail: there is no source.
  await expect(page.getByText('CAGED_SOURCE')).toHaveCount(0);
  await expect(button(page, 'Processar arquivos')).toHaveCount(0);
  const spoiled = await textFile('CAGEDFOR202503.txt', 'isto;não;é\r\n1;2;3\r\n');
  const other = await textFile('outro.txt', 'x');
  const [march, april] = [await monthFile('MOV', '202503', 5), await monthFile('MOV', '202504', 6)];
  await picker.setInputFiles([april, march, spoiled, other]);
  await expect(page.getByText(/use o envio avançado/)).toBeVisible();
  await expect(button(page, 'Enviar arquivos')).toBeDisabled();
  await button(page, 'Remover: outro.txt').click();
  await expect(page.locator('div:focus')).toContainText('CAGEDMOV202504');
  await button(page, 'Enviar arquivos').click();
  await expect(page.getByText('2 meses enviados')).toBeVisible();
  const months = page.getByRole('list', { name: 'Meses enviados' }).getByRole('link');
  await expect(months).toHaveText(['mar/2025', 'abr/2025']);
  await expect(page.getByRole('list', { name: 'Arquivos escolhidos' })).toHaveCount(0);
  const ids = await months.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''),
  );
  const [first, second] = [
    await endedUpload(page, ids[0] ?? ''),
    await endedUpload(page, ids[1] ?? ''),
  ];
  expect([first, second].map(({ competencia, files }) => [competencia, files.length])).toEqual([
    ['202503', 2],
    ['202504', 1],
  ]);
  expect(second.status).toBe('COMPLETED');
  const refusal = first.files.find(({ outcome }) => outcome === 'REFUSED')?.message ?? '';
  expect(refusal).not.toBe('');
  const row = page
    .getByRole('table', { name: 'Todos os envios' })
    .getByRole('row')
    .filter({ hasText: 'março de 2025' });
  await expect(row).toContainText(`CAGEDFOR202503.txt: ${refusal}`);
  await row.getByRole('link', { name: 'março de 2025' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/uploads/${first.id}$`));
});

const july = officialFiles.filter((path) => /CAGED(FOR|EXC)202307\.7z$/.test(path));
const where = july.length === 2 ? '' : ' (none at hand)';

test(`MTE's own files of July 2023 go from the browser into the published data${where}`, async ({
  page,
}) => {
  if (july.length < 2) return;
  const [outOfTime = '', exc = ''] = july;
  await page.goto('/admin/upload-advanced');
  await field(page, 'Competência').fill('202307');
  await field(page, late).setInputFiles(outOfTime);
  await field(page, excluded).setInputFiles(exc);
  await button(page, 'Enviar arquivos').click();
  const id = await sentUploadId(page);
  await page.getByRole('link', { name: 'Acompanhar o processamento' }).click();
  await expect(page.getByText(/^Falta o arquivo principal \(MOV\) de julho de 2023/)).toBeVisible();
  await button(page, 'Publicar mesmo assim').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar mesmo assim' }).click();
  const upload = await endedUpload(page, id);
  expect(upload.status).toBe('COMPLETED');
  expect(upload.files.map(({ name, lines, rejected }) => [name, lines, rejected])).toEqual([
    ['CAGEDFOR202307.7z', 64_957, 0],
    ['CAGEDEXC202307.7z', 7652, 0],
  ]);
  await expect(page.getByText('Publicado, incompleto').first()).toBeVisible();
});

test('two files with the same content are not handed over, whatever their names', async ({
  page,
}) => {
  const content = 'mesmo conteúdo';
  await page.goto('/admin/upload-advanced');
  await field(page, 'Competência').fill('202404');
  await field(page, movement).setInputFiles(await textFile('um.txt', content));
  await field(page, late).setInputFiles(await textFile('dois.txt', content));
  await button(page, 'Enviar arquivos').click();
  await expect(page.getByRole('alert')).toContainText(
    '❌ Erro: Os arquivos “um.txt” e “dois.txt” têm o mesmo conteúdo.',
  );
  await button(page, 'Voltar ao formulário').click();
  await expect(field(page, 'Competência')).toHaveValue('202404');
  for (const name of ['um.txt', 'dois.txt']) {
    await button(page, `Descartar: ${name}`).click();
    await expect(page.getByText(`O que já chegou de ${name} é apagado do servidor.`)).toBeVisible();
    await button(page, 'Descartar').click();
    await expect(button(page, `Descartar: ${name}`)).toHaveCount(0);
  }
  expect(await (await page.request.get('/api/resumable')).json()).toEqual({ uploads: [] });
});

test('what only the server refuses is reported in its own words', async ({ page }) => {
  await page.route('**/api/resumable', (route) =>
    route.request().method() === 'POST'
      ? route.continue({
          headers: {
            ...route.request().headers(),
            'upload-metadata': `filename ${Buffer.from('a.exe').toString('base64')}`,
          },
        })
      : route.continue(),
  );
  await page.goto('/admin/upload-advanced');
  await sendMovement(page, await monthFile('MOV', '202405', 2));
  await expect(page.getByRole('alert')).toContainText(
    '❌ Erro: O arquivo não é .txt, .csv, .dat, .7z nem .zip.',
  );
});
