import { expect, test } from 'vitest';
import { hoursBridgeOf } from './use-placed-people.ts';
import { KnownMarket } from './market-ladder.ts';

const cell = (ocupacao: string, centavos: number, search: number) => ({
  familia: ocupacao.slice(0, 4),
  ocupacao,
  municipio: null,
  centavos: [centavos],
  registros: [40],
  mediana_pesquisa: search,
});

function marketOf(...cells: readonly ReturnType<typeof cell>[]): KnownMarket {
  const market = new KnownMarket();
  market.learn(
    { family: '5211', place: { kind: 'uf', uf: 'SP' } },
    {
      periodo: null,
      completude: { state: 'complete', months: 1, withoutMov: [] },
      celulas: [...cells],
      omitidos: [],
      estimativas: [],
    },
  );
  return market;
}

const inSaoPaulo = (code: string) => ({ code, confidence: 'igual' as const, person: { uf: 'SP' } });

test('is of the occupation of most people whose two medians differ', () => {
  const market = marketOf(cell('521110', 220_000, 176_000), cell('521125', 180_000, 180_000));
  const people = ['521125', '521125', '521110'].map(inSaoPaulo);
  expect(hoursBridgeOf(people, market)).toEqual({
    code: '521110',
    uf: 'SP',
    search: 176_000,
    payroll: 220_000,
  });
  expect(hoursBridgeOf(people.slice(0, 2), market)).toBeNull();
  expect(hoursBridgeOf([], market)).toBeNull();
});

test('is of no occupation that the user has yet to confirm', () => {
  const market = marketOf(cell('521110', 220_000, 176_000));
  const intern = { ...inSaoPaulo('521110'), confidence: 'duvidosa' as const };
  expect(hoursBridgeOf([intern], market)).toBeNull();
});
