import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openResearch,
  type Research,
  type Researcher,
} from '../../../../tests/support/research.ts';
import { percentileOf, sheet, workbookFolder } from '../../../../tests/support/sample-workbook.ts';
import { readWorkbook, type ReadWorkbook } from '../../../../tests/support/workbook-reader.ts';
import { Report } from '../../../../shared/contracts/reports.ts';
import { figuresOf, statistics as catalogue } from '../../../../shared/statistics/catalogue.ts';

const { folder, remove } = await workbookFolder();
let research: Research;
let ana: Researcher;
beforeAll(async () => {
  research = await openResearch({});
  const salaries = Array.from({ length: 400 }, (_, index) => 150_000 + ((index * 7919) % 613) * 91);
  await research.publish(salaries.map((centavos) => (centavos / 100).toFixed(2).replace('.', ',')));
  ana = await research.person('ADMIN');
});
afterAll(async () => {
  await research.close();
  await remove();
});

async function reported(body: object): Promise<ReadWorkbook> {
  const requested = await ana.call('POST', '/api/reports', { type: 'EXCEL', ...body });
  const { id } = Report.parse(requested.json());
  await research.served.reports.runner.drain();
  const answer = await ana.call('GET', `/api/reports/${id}/download`);
  expect(answer.statusCode).toBe(200);
  const path = join(folder, `${id}.xlsx`);
  await writeFile(path, answer.rawPayload);
  return readWorkbook(path);
}

const queries = {
  'an occupation': { cbo: '521110' },
  'a range of salaries': { cbo: '521110', salarioMin: 1700, salarioMax: 1900 },
  'the rule that drops nothing': { cbo: '521110', metodo: 'bruto' },
  'few records': { cbo: '521110', salarioMax: 1502 },
  'what no one has': { cbo: '521110', salarioMin: 900_000 },
};

test.each(Object.entries(queries))(
  'the workbook of %s agrees with the search, and with its own records',
  async (_, filters) => {
    const { statistics, totalCount } = await ana.search(filters);
    const workbook = await reported({ filters });
    const { rows } = sheet(workbook, 'Resumo');
    const records = sheet(workbook, 'Registros')
      .rows.slice(5)
      .filter((row) => row.length > 1);
    const salaries = records.map((row) => Math.round(Number(row[7]) * 100));
    expect(salaries).toHaveLength(totalCount < 5 ? 0 : totalCount);
    for (const { key, title, value } of figuresOf(statistics)) {
      const isShown = key === 'count' || (value !== null && statistics.count >= 5);
      expect(rows.find(([first]) => first === title)?.[1], title).toBe(isShown ? value : undefined);
    }
    if (salaries.length < 5) return;
    const median = rows.find(([first]) => first === catalogue.median.title)?.[1];
    expect(median).toBe(percentileOf(salaries, 50) / 100);
  },
);

test('a comparison has each selection as its search has it', async () => {
  const comparison = [queries['a range of salaries'], { cbo: '521110', genero: 'F' }];
  const workbook = await reported({ filters: queries['an occupation'], comparison });
  const { rows } = sheet(workbook, 'Resumo');
  for (const [index, filters] of [queries['an occupation'], ...comparison].entries()) {
    const { statistics } = await ana.search(filters);
    expect(rows.find(([label]) => label === 'Registros')?.[1 + index]).toBe(statistics.count);
    const median = statistics.count >= 5 ? statistics.median : undefined;
    expect(rows.find(([label]) => label === catalogue.median.title)?.[1 + index]).toBe(
      median ?? undefined,
    );
  }
});
