import { expect, test } from 'vitest';
import { complete, partial } from '../../../tests/support/sample-completeness.ts';
import type { EqualityRow } from '../../../shared/contracts/equality.ts';
import type { PaidPerson } from '../../../shared/statistics/pay-ratio.ts';
import { firmNote } from './firm-note.ts';
import { firmCautions, firmRows } from './firm-table.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const paid = (occupation: string, sex: 'F' | 'M', ...reais: number[]): PaidPerson[] =>
  reais.map((salary) => ({ occupation, sex, centavos: salary * 100 }));
const pay = (count: number, reais: number) => ({
  count,
  median: reais,
  medianInterval: { lower: reais - 100, upper: reais + 120 },
  mean: reais,
});
const market = (code: string, name: string, ratio: number | null): EqualityRow => ({
  code,
  name,
  women: pay(ratio === null ? 2 : 1040, code === '2' ? 1850 : 1800),
  men: pay(60, 2000),
  withheld: ratio === null ? 'mulheres' : null,
  medianRatio: ratio,
  meanRatio: ratio,
  adjusted: null,
});

// Women 1,000 3,000 8,000 (median 3,000, mean 4,000); men 4,000 5,000 6,000 (5,000 and 5,000); one man in group 5.
const people = [
  ...paid('212405', 'F', 8000, 1000, 3000),
  ...paid('212405', 'M', 6000, 4000, 5000),
  ...paid('521110', 'M', 5000),
];
const answer = {
  whole: market('', 'x', 0.88),
  rows: [market('2', 'Ciências', 0.75), market('5', 'Serviços', null), market('9', 'Reparo', 0.9)],
};

test('each figure of the note says where it comes from', () => {
  const note = firmNote(firmRows(people, answer), {
    completeness: complete,
    cut: '100 ou mais empregados · SP · ago/2025 a jul/2026',
    receipt: { id: 'aBc-12', address: 'https://caged.example/receipt/aBc-12' },
    release: { number: 4, isSynthetic: true },
  });
  const lines = plain(note).split('\n');
  expect(lines).toContain(
    '2 · Ciências: na empresa, 60,0 % e 80,0 % (3 mulheres e 3 homens) [1]; no mercado, 75,0 % e 75,0 % (1.040 mulheres e 60 homens); a diferença das medianas pode ser acaso [2].',
  );
  expect(lines).toContain(
    '5 · Serviços: na empresa, sem comparação: menos de 3 mulheres e de 3 homens (0 mulheres e 1 homem) [1]; no mercado, sem comparação: menos de 5 mulheres (2 mulheres e 60 homens) [2].',
  );
  expect(lines).toContain(
    'Todas as ocupações: na empresa, 60,0 % e 80,0 % (3 mulheres e 4 homens) [1]; no mercado, 88,0 % e 88,0 % (1.040 mulheres e 60 homens) [2].',
  );
  // A group that the firm does not have does not belong in its note.
  expect(note).not.toContain('Reparo');
  expect(lines).toContain(
    '[1] Calculado neste navegador sobre 7 pessoas da folha com ocupação, sexo e salário de 0,3 a 150 salários mínimos.',
  );
  expect(lines).toContain(
    '[2] Admissões do Novo CAGED (MTE), versão 4 dos dados. Recibo aBc-12: https://caged.example/receipt/aBc-12 (mostra cada um destes números e os calcula de novo, na mesma versão).',
  );
  expect(note).toContain('Dados sintéticos de demonstração');
  expect(note).toContain('Não é o relatório do MTE nem prova de discriminação.');
  for (const line of lines.filter((text) => /\d %/.test(text))) expect(line).toMatch(/\[[12]\]/);
});

test('the note begins with its grounds: filters, incomplete months, and the market at the same work', () => {
  const remainder = { difference: -54, interval: null, ratio: 0.97, ratioInterval: null };
  const parts = { composition: 0, remainder };
  const whole: EqualityRow = {
    ...market('', 'x', 0.88),
    adjusted: {
      raw: { ...remainder, ratio: 0.88 },
      women: 520,
      men: 45,
      cells: 9,
      compared: { outsideWomen: 0, outsideMen: 0, matching: parts, decomposition: parts },
    },
  };
  const grounds = { cut: 'SP', completeness: complete, receipt: null, release: null };
  const rows = firmRows(people.slice(0, 1), { whole, rows: [] });
  const lines = plain(firmNote(rows, grounds)).split('\n');
  expect(lines).toEqual([
    'Remuneração de mulheres e homens na empresa e no mercado',
    '',
    'Filtros do mercado: SP.',
    'Cada percentual é o salário das mulheres dividido pelo dos homens: primeiro a mediana, depois a média.',
    '',
    'Todas as ocupações: na empresa, sem comparação: menos de 3 mulheres e de 3 homens (1 mulher e 0 homens) [1]; no mercado, 88,0 % e 88,0 % (1.040 mulheres e 60 homens) [2].',
    '2 · sem admissões com estes filtros: na empresa, sem comparação: menos de 3 mulheres e de 3 homens (1 mulher e 0 homens) [1]; no mercado, sem admissões com estes filtros [2].',
    '',
    // 520 of 1,040 women and 45 of 60 men are comparable.
    'No mercado: Na mesma ocupação, com a mesma escolaridade, faixa de idade, jornada, estado e tamanho de estabelecimento, há homens comparáveis para 50,0 % das mulheres, e mulheres para 75,0 % dos homens. Entre as pessoas comparáveis, o salário médio das mulheres é 97,0 % do salário médio dos homens: a diferença pode ser acaso; ao todo, 88,0 %: a diferença pode ser acaso. [2]',
    '',
    '[1] Calculado neste navegador sobre 1 pessoa da folha com ocupação, sexo e salário de 0,3 a 150 salários mínimos.',
    '[2] Admissões do Novo CAGED (MTE). Estes números não têm recibo: abra a página de novo antes de usá-los.',
    '',
    'Fluxo de admissões formais, pelo salário contratual. Não é o relatório do MTE nem prova de discriminação.',
    ...firmCautions,
  ]);
  expect(firmNote(rows, { ...grounds, completeness: partial }).split('\n')[3]).toBe(
    'Dados incompletos: falta o arquivo principal (MOV) de 1 dos 2 meses.',
  );
});
