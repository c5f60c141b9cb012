import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { BesideOffers } from './beside-offers.tsx';

const requested = SearchFilters.parse({ cbo: '521110' });
const saoPaulo = { ...requested, uf: 'SP' };

const state = {
  codigo: 'SP',
  nome: 'São Paulo',
  count: 300,
  share: 1,
  suppressed: null,
  average: 2000,
  p25: 1800,
  median: 1900,
  p75: 2200,
  medianInterval: null,
  rank: null,
};

const offers = (taken: readonly SearchFilters[]) =>
  renderToStaticMarkup(
    <BesideOffers
      requested={requested}
      regional={{
        country: state,
        isComparable: true,
        designEffect: 1,
        states: [state],
        rankedStates: 0,
        municipalities: null,
      }}
      taken={taken}
      onAdd={() => undefined}
    />,
  );

test('a comparison offers the places that it lacks', () => {
  expect(offers([requested])).toContain('SP: comparar com São Paulo');
  expect(offers([saoPaulo])).toContain('Brasil');
});

test('a comparison that has every place offers nothing', () => {
  expect(offers([requested, saoPaulo])).toBe('');
});
