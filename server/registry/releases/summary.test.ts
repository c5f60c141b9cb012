import { describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { releaseSummary } from './summary.ts';

const day = (date: string) => `${date}T12:00:00.000Z`;
const read = { path: '', bytes: 1, progress_bytes: 1, progress_lines: 1, step: 'pronto' } as const;
const noLines = { for_lines: 0, cancelled_lines: 0, unmatched_exclusions: 0 };

describe.each(testedStores())('the summary of the current release, in $dialect', ({ open }) => {
  test('is empty while nothing is published', async () => {
    expect(await releaseSummary(await open())).toEqual({
      number: null,
      publishedAt: null,
      isSynthetic: false,
      months: [],
      firstMonth: null,
      lastMonth: null,
      recentMonths: [],
      nextPublication: null,
    });
  });

  test('has the files of the last thirteen months, their first dates, and the next month', async () => {
    const store = await open();
    const { db } = store;
    const uploads = [
      { upload_id: 'first', numbers: [1, 2] },
      { upload_id: 'second', numbers: [3] },
    ];
    for (const { upload_id, numbers } of uploads) {
      await db
        .insertInto('uploads')
        .values({ id: upload_id, origin: 'web', status: 'COMPLETED', created_at: '' })
        .execute();
      for (const number of numbers)
        await db
          .insertInto('releases')
          .values({
            number,
            upload_id,
            published_at: day(`2025-11-0${number}`),
            is_synthetic: 0,
            unmatched_exclusions: 0,
          })
          .execute();
    }
    const files = [
      { batch: 1, upload_id: 'second', kind: 'EXC', month: '202510' },
      { batch: 2, upload_id: 'second', kind: 'FOR', month: '202511' },
      { batch: 3, upload_id: 'second', kind: 'FOR', month: '202510' },
      { batch: 4, upload_id: 'second', kind: 'MOV', month: '202510' },
      { batch: 5, upload_id: 'first', kind: 'MOV', month: '202410' },
      { batch: 6, upload_id: 'first', kind: 'MOV', month: '202409' },
    ] as const;
    await db
      .insertInto('upload_files')
      .values(files.map((file) => ({ ...read, ...file, name: '' })))
      .execute();
    await db
      .insertInto('release_files')
      .values(files.map(({ batch, kind, month }) => ({ release: 3, batch, kind, month })))
      .execute();
    const months = [
      { month: '202408', mov_lines: 0, for_lines: 2 },
      { month: '202409', mov_lines: 5 },
      { month: '202410', mov_lines: 5 },
      { month: '202509', mov_lines: 0, unmatched_exclusions: 1 },
      { month: '202510', mov_lines: 5 },
    ];
    await db
      .insertInto('release_months')
      .values(months.map((month) => ({ release: 3, ...noLines, ...month })))
      .execute();
    await db.insertInto('current_release').values({ id: 1, release: 3 }).execute();

    const { recentMonths, ...summary } = await releaseSummary(store);
    expect(summary).toEqual({
      number: 3,
      publishedAt: day('2025-11-03'),
      isSynthetic: false,
      months: ['202408', '202409', '202410', '202510'],
      firstMonth: '202409',
      lastMonth: '202510',
      nextPublication: {
        month: '202511',
        expectedOn: '2025-12-31',
        note: 'Estimativa: o MTE costuma publicar um mês no fim do mês seguinte; a data de novembro de 2025 pode ser outra.',
      },
    });
    const published = (kind: string, date: string) => ({ kind, publishedAt: day(date) });
    expect(recentMonths).toHaveLength(13);
    expect(recentMonths.filter(({ files: own }) => own.length > 0)).toEqual([
      {
        month: '202510',
        files: ['MOV', 'FOR', 'EXC'].map((kind) => published(kind, '2025-11-03')),
      },
      // The upload has two releases: the first one brought the file.
      { month: '202410', files: [published('MOV', '2025-11-01')] },
    ]);
    expect([recentMonths[0]?.month, recentMonths.at(-1)?.month]).toEqual(['202510', '202410']);
  });
});
