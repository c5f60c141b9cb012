import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uploadStatusText, type FileKind } from '../../../shared/contracts/uploads.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { holding, missingMovReasons } from '../comparison/hold-reasons.ts';
import { approveUpload } from './upload-acts.ts';
import { uploadView } from './upload-view.ts';
import { findUpload } from './uploads.ts';

const noPerson = { userId: null, address: null };
const clock = () => new Date();
const late = () => officialFile('CAGEDFOR202307.txt', 'FOR', [{ declared_month: '202307' }]);
/** One changed line is within the limits of a revision. */
const revisedLate = () =>
  officialFile('CAGEDFOR202307.txt', 'FOR', [{ declared_month: '202307', age: '44' }]);
const main = () => officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}]);

describe('an upload that would publish a month without its main file', () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await newInstallation();
  });
  afterEach(() => installation.close());

  const viewOf = async (id: string) => {
    const found = await findUpload(installation.store, id);
    if (found === undefined) throw new Error('The upload is gone.');
    return uploadView(found, clock());
  };
  const released = async () => (await currentRelease(installation.store)).number;

  test('waits with the reason, and ends as published and incomplete once it is approved', async () => {
    const { id } = await installation.loadWith({}, await late());
    const waiting = await viewOf(id);
    expect(waiting).toMatchObject({
      status: 'AWAITING_APPROVAL',
      message:
        'Falta o arquivo principal (MOV); nada foi publicado. Envie o MOV do mesmo mês, escolha “Publicar mesmo assim” ou cancele.',
      reasons: [{ code: 'semMov', file: waiting.files[0]?.id }],
    });
    expect(waiting.reasons[0]?.message).toBe(
      'Falta o arquivo principal (MOV) de julho de 2023 neste envio: enquanto ele não for publicado, as pesquisas desse mês terão só declarações fora do prazo e mostrarão “Dados incompletos”.',
    );
    expect(await released()).toBeNull();

    await approveUpload({ store: installation.store, clock }, noPerson, id, { comparedWith: null });
    await installation.drain();
    const published = await viewOf(id);
    expect(published).toMatchObject({ status: 'COMPLETED', release: 1 });
    expect(uploadStatusText(published)).toBe('Publicado, incompleto');

    // A revision of the incomplete month does not wait again.
    const revised = await installation.loadWith({}, await revisedLate());
    expect(revised).toMatchObject({ status: 'COMPLETED', release: 2 });
    expect(uploadStatusText(await viewOf(revised.id))).toBe('Publicado, incompleto');
  });

  test('is published at once with its main file, or after it', async () => {
    const { id } = await installation.loadWith({}, await main(), await late());
    const together = await viewOf(id);
    expect(together).toMatchObject({ status: 'COMPLETED', reasons: [] });
    expect(uploadStatusText(together)).toBe('Concluído');
    const exclusions = await officialFile('CAGEDEXC202307.txt', 'EXC', [
      { exclusion_month: '202307' },
    ]);
    const after = await installation.loadWith({}, exclusions);
    expect(after.status).toBe('COMPLETED');
  });

  test('is published by itself even if an error follows the publication of the main file', async () => {
    const { id } = await installation.loadWith({}, await late());
    const brokenSource = {
      get label(): string {
        throw new Error('The database went away.');
      },
      list: async () => [],
      download: () => Promise.reject(new Error('nothing to fetch')),
    };
    const { status } = await installation.loadWith({ source: brokenSource }, await main());
    expect(status).toBe('COMPLETED');
    await installation.drain();
    expect(await viewOf(id)).toMatchObject({ status: 'COMPLETED', release: 2 });
  });

  test('that waits is published by itself once a release has the main file', async () => {
    const { id } = await installation.loadWith({}, await late());
    expect((await viewOf(id)).status).toBe('AWAITING_APPROVAL');
    const { status } = await installation.loadWith({}, await main());
    expect(status).toBe('COMPLETED');
    await installation.drain();
    const published = await viewOf(id);
    expect(published).toMatchObject({ status: 'COMPLETED', release: 2, reasons: [] });
    expect(uploadStatusText(published)).toBe('Concluído');
  });

  test('that waits does not replace a version that was sent later', async () => {
    const older = await installation.loadWith({}, await late());
    const newer = await installation.loadWith({}, await revisedLate());
    await approveUpload({ store: installation.store, clock }, noPerson, newer.id, {
      comparedWith: null,
    });
    await installation.drain();
    await installation.loadWith({}, await main());
    await installation.drain();
    expect(await released()).toBe(2);
    const waiting = await viewOf(older.id);
    expect(waiting).toMatchObject({
      status: 'AWAITING_APPROVAL',
      reasons: [
        {
          code: 'versaoMaisNova',
          message:
            'A versão publicada de FOR de julho de 2023 foi enviada depois deste arquivo, que a substituiria.',
        },
      ],
    });
  });
});

const file = (kind: FileKind, month: string, batch: number) => ({ kind, month, batch });

test('each month without its main file is one reason, under its first file', () => {
  const files = [
    file('FOR', '202308', 4),
    file('FOR', '202306', 5),
    file('EXC', '202308', 6),
    file('FOR', '202305', 7),
    file('MOV', '202307', 8),
  ];
  const reasons = missingMovReasons(files, [file('MOV', '202305', 1), file('FOR', '202306', 2)]);
  expect(reasons.map(({ file: batch, message }) => [batch, message.slice(0, 58)])).toEqual([
    [5, 'Falta o arquivo principal (MOV) de junho de 2023 neste env'],
    [4, 'Falta o arquivo principal (MOV) de agosto de 2023 neste en'],
  ]);
  expect(holding(reasons).map(({ file: batch }) => batch)).toEqual([4]);
  expect(missingMovReasons([file('MOV', '202305', 1)], [])).toEqual([]);
});
