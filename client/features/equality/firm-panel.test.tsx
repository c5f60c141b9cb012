import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { complete } from '../../../tests/support/sample-completeness.ts';
import type { EqualityAnswer } from '../../../shared/contracts/equality.ts';
import { coverText, FirmPanel } from './firm-panel.tsx';

const pay = { count: 40, median: 1800, mean: 1800 };
const services: EqualityAnswer['whole'] = {
  code: '5',
  name: 'Serviços',
  women: pay,
  men: pay,
  withheld: null,
  medianRatio: 1,
  meanRatio: 1,
  adjusted: null,
};

test('the note of a group counts the people of that group alone', () => {
  const people = ['521110', '514320', '411005'].map(
    (occupation) => ({ occupation, sex: 'F', centavos: 200_000 }) as const,
  );
  const html = renderToStaticMarkup(
    <FirmPanel
      roll={{ people, withoutOccupation: 0, withoutSex: 0, doubtful: 0, implausible: 0 }}
      answer={{
        whole: services,
        rows: [],
        path: [],
        period: null,
        release: null,
        receipt: null,
        completeness: complete,
      }}
      source={{ subject: '', query: 'SP', sample: '', notice: null, origin: '' }}
    />,
  );
  expect(html).toMatch(/na empresa, sem comparação: [^(]+\(2\s+mulheres e 0\s+homens\) \[1\]/);
  expect(html).toMatch(/Calculado neste navegador sobre 2\s+pessoas da folha/);
});

test('the people who are left out are counted, also a single one', () => {
  const all = { people: [], withoutOccupation: 0, withoutSex: 0, doubtful: 0, implausible: 0 };
  expect(coverText({ ...all, withoutSex: 1 })).toMatch(
    /Ficou de fora: 1\s+pessoa sem sexo na planilha\.$/,
  );
  expect(coverText({ ...all, withoutSex: 1, doubtful: 1 })).toContain('Ficaram de fora: 1');
  expect(coverText({ ...all, implausible: 2 })).toMatch(
    /Ficaram de fora: 2\s+pessoas com salário fora de 0,3 a 150 salários mínimos\.$/,
  );
  expect(coverText(all)).not.toContain('de fora');
});
