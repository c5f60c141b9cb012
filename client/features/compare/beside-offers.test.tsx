import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { samplePanels } from '../../../tests/support/sample-panels.ts';
import { BesideOffers } from './beside-offers.tsx';

const nurses = (place: object) => SearchFilters.parse({ cbo: '223505', ...place });
const clerks = (place: object) => SearchFilters.parse({ cbo: '411005', ...place });

test('offers the places in which the first query itself is not compared yet', () => {
  // The place field sets the region with the state.
  const asked = nurses({ regiao: '3', uf: 'SP' });
  const offersBeside = (taken: readonly SearchFilters[]) => {
    const html = renderToStaticMarkup(
      <BesideOffers
        asked={asked}
        regional={samplePanels.regional}
        taken={[asked, ...taken]}
        onAdd={() => undefined}
      />,
    );
    return [...html.matchAll(/>([^<]+)<\/button>/g)].map(([, label]) => label);
  };
  expect(offersBeside([])).toEqual(['Brasil', 'BA', 'DF', 'AC']);
  expect(offersBeside([nurses({ uf: 'BA' }), nurses({})])).toEqual(['DF', 'AC']);
  expect(offersBeside([nurses({ regiao: '2', uf: 'BA' })])).toEqual(['Brasil', 'DF', 'AC']);
  // Another occupation in these places leaves them open for this one.
  expect(offersBeside([clerks({ uf: 'BA' }), clerks({})])).toEqual(['Brasil', 'BA', 'DF', 'AC']);
});
