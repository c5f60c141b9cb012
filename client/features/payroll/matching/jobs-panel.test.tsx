import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PayrollWords } from '../market/payroll-words.ts';
import { PayrollReader } from '../reading/payroll-reader.ts';
import type { Person } from '../reading/read-people.ts';
import { JobsPanel } from './jobs-panel.tsx';

const names = { nomes: [], frequencias: {}, familias: {}, municipios: [], regioes: [] };

test('counts of jobs and people have a separator of thousands', () => {
  const person: Omit<Person, 'row' | 'jobKey'> = {
    identification: '',
    title: 'Vendedor',
    area: '',
    sex: null,
    municipality: null,
    uf: null,
    centavos: 200_000,
    hours: 4400,
    hasUsualHours: true,
    hired: null,
  };
  // 1,000 people of one job, and 1,233 others.
  const people = Array.from({ length: 2233 }, (_, row) => ({
    ...person,
    row,
    jobKey: String(Math.max(0, row - 999)),
  }));
  const roll = { fileName: 'folha.csv', people, matches: {}, refused: [], doubts: [], notes: [] };
  const html = renderToStaticMarkup(
    <JobsPanel
      held={{ serial: 1, roll, choices: {} }}
      words={new PayrollWords(names)}
      reader={new PayrollReader(names)}
      onChoose={() => undefined}
    />,
  );
  expect(html).toContain('1.234 para conferir');
  expect(html).toContain('Mostrar os 1.234 cargos');
  expect(html).toContain('>1.000<');
});
