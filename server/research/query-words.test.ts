import { expect, test } from 'vitest';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { auditedQuery, nameOfQuery, partsNotInName, queryText } from './query-words.ts';

const women = SearchFilters.parse({
  cbo: '521110',
  uf: 'SP',
  genero: 'F',
  periodoInicio: '202207',
  periodoFim: '202306',
});

test('a name derived from the query is followed only by the parts that it omits', () => {
  const name = nameOfQuery(women, 120);
  expect(name).toBe('SP · mulheres · 521110 - Vendedor de comércio varejista');
  const data = ['jul/2022 a jun/2023', 'Admissões', 'Regra do MTE', 'Série ajustada'];
  expect(partsNotInName(name, women)).toEqual(data);
  expect(partsNotInName(`${name} e mais 2`, women)).toEqual(data);
});

test('a user’s own name, or a shortened one, is followed by the whole query', () => {
  const all = [
    '521110 - Vendedor de comércio varejista',
    'SP',
    'Feminino',
    'jul/2022 a jun/2023',
    'Admissões',
    'Regra do MTE',
    'Série ajustada',
  ];
  expect(partsNotInName('Equipe de vendas', women)).toEqual(all);
  expect(partsNotInName(nameOfQuery(women, 30), women)).toEqual(all);
});

test('several occupations are named one by one where the name counts them', () => {
  const sellers = SearchFilters.parse({ cbos: ['521110', '521105'], uf: 'SP' });
  const name = nameOfQuery(sellers, 120);
  expect(name).toMatch(/^SP · \d{6} - .+ e mais 1$/);
  const [occupations, ...rest] = partsNotInName(name, sellers);
  expect(occupations).toContain('521110');
  expect(occupations).toContain('521105');
  expect(rest).not.toContain('SP');
  expect(rest.at(-1)).toBe('Sempre os últimos meses carregados, até 12');
});

test('the audit has the codes that a typed text finds, and not the text', () => {
  const others = { ...women, cbo: undefined };
  const rest = 'SP · Feminino · jul/2022 a jun/2023 · Admissões · Regra do MTE · Série ajustada';
  const typed = (searchQuery: string) => auditedQuery({ ...others, searchQuery });
  expect(typed('vendedora Maria Souza')).toBe(`Texto digitado (521110) · ${rest}`);
  expect(typed('Qwxyz Zzyxw')).toBe(`Texto digitado (nenhuma ocupação) · ${rest}`);
  expect(typed('médico')).toMatch(/^Texto digitado \((\d{6}, ){19}\d{6} e mais \d+\) · SP · /);
  const inFamily = auditedQuery({ ...others, familiaCbo: '4110', searchQuery: 'Maria 5211-10' });
  expect(inFamily).toMatch(/^Família 4110 · Texto digitado \(.+\) · SP · /);
  expect(inFamily).not.toContain('Maria');
  expect(auditedQuery(women)).toBe(queryText(women));
});
