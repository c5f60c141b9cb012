import { expect, test } from 'vitest';
import { prepositionBefore, statesByName } from './states.ts';

test('a state with an article contracts it with the preposition, and others do not', () => {
  const within = statesByName.map(({ nome }) => `${prepositionBefore(nome, 'em')} ${nome}`);
  expect(within.join(', ')).toBe(
    'no Acre, em Alagoas, no Amapá, no Amazonas, na Bahia, no Ceará, no Distrito Federal, no Espírito Santo, em Goiás, no Maranhão, em Mato Grosso, em Mato Grosso do Sul, em Minas Gerais, no Pará, na Paraíba, no Paraná, em Pernambuco, no Piauí, no Rio de Janeiro, no Rio Grande do Norte, no Rio Grande do Sul, em Rondônia, em Roraima, em Santa Catarina, em São Paulo, em Sergipe, no Tocantins',
  );
  expect(prepositionBefore('Paraíba', 'de')).toBe('da');
  expect(prepositionBefore('Rio de Janeiro (RJ)', 'em')).toBe('no');
  expect(prepositionBefore('Campinas (SP)', 'de')).toBe('de');
});
