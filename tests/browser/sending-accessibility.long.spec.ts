import { expect } from '@playwright/test';
import { textFile } from '../support/official-file.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import {
  beMidway,
  button,
  excluded,
  field,
  late,
  longFile,
  monthFile,
  movement,
  networkOf,
  sendMovement,
  sentUploadId,
  test,
} from './sending-product.ts';

const longName = `dados-${'do-mes-'.repeat(20)}.txt`;

test('axe finds nothing in the form, empty, refused and full of long names', async ({ page }) => {
  await page.goto('/admin/upload-advanced');
  await expect(button(page, 'Enviar arquivos')).toBeVisible();
  await expectNoFindingsInAnyLook(page);
  await button(page, 'Enviar arquivos').click();
  await expect(page.getByText('Informe a competência (ex: 202412).')).toBeVisible();
  await field(page, movement).setInputFiles(await textFile(longName, 'x'));
  await field(page, late).setInputFiles(await textFile('planilha.xls', 'x'));
  await field(page, excluded).setInputFiles(await monthFile('EXC', '202401', 1));
  await expect(button(page, `Remover: ${longName}`)).toBeVisible();
  await expectNoFindingsInAnyLook(page);
});

test('axe finds nothing on the way of a file', async ({ page }) => {
  await page.goto('/admin/upload-advanced');
  const network = await networkOf(page);
  await network.slow();
  await sendMovement(page, await longFile('202311'));
  await beMidway(page);
  await button(page, 'Pausar: CAGEDMOV202311.txt').click();
  await expectNoFindingsInAnyLook(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Envios interrompidos' })).toBeVisible();
  await expectNoFindingsInAnyLook(page);
  await button(page, 'Descartar: CAGEDMOV202311.txt').click();
  await expectNoFindingsInAnyLook(page);
  await button(page, 'Descartar').click();
  await expect(page.getByRole('region', { name: 'Envios interrompidos' })).toHaveCount(0);
  await network.free();
  await page.route('**/api/resumable/finish', (route) =>
    route.fulfill({ status: 409, json: { message: 'Não deu certo.', code: 'x' } }),
  );
  await sendMovement(page, await monthFile('MOV', '202003', 3));
  await expect(page.getByText('❌ Erro: Não deu certo.')).toBeVisible();
  await expectNoFindingsInAnyLook(page);
  await page.unroute('**/api/resumable/finish');
  await button(page, 'Tentar de novo').click();
  await sentUploadId(page);
  await expectNoFindingsInAnyLook(page);
});

test("axe finds nothing in the dashboard's uploads", async ({ page }) => {
  await page.goto('/admin/dashboard?aba=envios');
  await field(page, 'Arquivos do CAGED').setInputFiles([
    await textFile(longName, 'x'),
    await monthFile('MOV', '202402', 2),
  ]);
  await expect(page.getByText('Remova os arquivos com problema.')).toBeVisible();
  await expectNoFindingsInAnyLook(page);
});

test('the keyboard alone sends a file, pauses it and goes on', async ({ page }) => {
  await page.goto('/admin/upload-advanced');
  const network = await networkOf(page);
  await network.slow();
  await field(page, movement).setInputFiles(await longFile('202310'));
  await field(page, 'Competência').focus();
  await page.keyboard.type('202310');
  await page.keyboard.press('Enter');
  await beMidway(page);
  await page.keyboard.press('Tab');
  await expect(button(page, 'Pausar: CAGEDMOV202310.txt')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(button(page, 'Continuar: CAGEDMOV202310.txt')).toBeFocused();
  await network.free();
  await page.keyboard.press('Space');
  await sentUploadId(page);
});
