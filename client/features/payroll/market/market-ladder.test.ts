import { expect, test } from 'vitest';
import type { MarketCell } from '../../../../shared/contracts/market.ts';
import { complete, partial } from '../../../../tests/support/sample-completeness.ts';
import {
  foundCell,
  KnownMarket,
  nextRequests,
  requestKey,
  type JobPlace,
  type MarketPlace,
} from './market-ladder.ts';

const regionOf = { state: (uf: string) => (uf === 'SP' ? '3' : undefined), town: () => [] };
const inState: JobPlace = { code: '521110', municipality: null, uf: 'SP' };
const nowhere: JobPlace = { ...inState, uf: null };

const places: Readonly<Record<string, MarketPlace>> = {
  SP: { kind: 'uf', uf: 'SP' },
  '3': { kind: 'regiao', regiao: '3' },
  BR: { kind: 'brasil' },
};

type Records = Readonly<Record<string, { readonly occupation?: number; readonly family?: number }>>;

const cellOf = (ocupacao: string | null, count: number | undefined): MarketCell[] =>
  count === undefined
    ? []
    : [{ familia: '5211', ocupacao, municipio: null, centavos: [200_000], registros: [count] }];

/** A market whose responses have these numbers of records, all of the same salary. */
function marketOf(records: Records): KnownMarket {
  const market = new KnownMarket();
  for (const [name, place] of Object.entries(places)) {
    const { occupation, family } = records[name] ?? {};
    market.learn(
      { family: '5211', place },
      {
        celulas: [...cellOf('521110', occupation), ...cellOf(null, family)],
        periodo: { inicio: '202501', fim: '202512' },
        completude: complete,
        omitidos: [],
        estimativas: [],
      },
    );
  }
  return market;
}

const cellIn = (records: Records, job = inState) => {
  const found = foundCell(job, marketOf(records), regionOf);
  if (!('cell' in found)) return 'request';
  const { cell } = found;
  return cell && [cell.scope, cell.place, cell.code, cell.placeCode, cell.distribution.count];
};

test('a cell needs 30 records, and an occupation precedes its family', () => {
  const family = { SP: { family: 500 } };
  expect(cellIn({ ...family, BR: { occupation: 30 } })).toEqual([
    'ocupacao',
    'brasil',
    '521110',
    '',
    30,
  ]);
  expect(cellIn({ ...family, BR: { occupation: 29 } })).toEqual([
    'familia',
    'uf',
    '5211',
    'SP',
    500,
  ]);
  expect(cellIn({ SP: { family: 29 }, '3': { family: 30 }, BR: { family: 90 } })).toEqual([
    'familia',
    'regiao',
    '5211',
    '3',
    30,
  ]);
});

test('the family in the whole country is used with fewer records, because no cell is wider', () => {
  const few = { SP: { family: 5 }, '3': { family: 6 }, BR: { occupation: 6, family: 7 } };
  expect(cellIn(few)).toEqual(['familia', 'brasil', '5211', '', 7]);
  expect(cellIn({})).toBeNull();
});

test('without a municipality the narrowest place is the state; without a state, the country', () => {
  const many = { SP: { occupation: 40 }, BR: { occupation: 900 } };
  expect(cellIn(many)).toEqual(['ocupacao', 'uf', '521110', 'SP', 40]);
  expect(cellIn(many, nowhere)).toEqual(['ocupacao', 'brasil', '521110', '', 900]);
  expect(nextRequests([nowhere], new KnownMarket(), regionOf).map(requestKey)).toEqual(['5211 BR']);
  // No region contains an unknown state: the country follows.
  const unknown = { ...inState, uf: 'XX' };
  const market = marketOf(many);
  market.learn(
    { family: '5211', place: { kind: 'uf', uf: 'XX' } },
    { celulas: [], periodo: null, completude: complete, omitidos: [], estimativas: [] },
  );
  expect(foundCell(unknown, market, regionOf)).toMatchObject({ cell: { place: 'brasil' } });
});

test('the order of the queries does not repeat that of the payroll', () => {
  const jobs = ['521110', '411010', '782305', '010205', '411005'].map((code) => ({
    ...inState,
    code,
  }));
  const keys = nextRequests(jobs, new KnownMarket(), regionOf).map(requestKey);
  expect(keys).toEqual(['0102 SP', '4110 SP', '5211 SP', '7823 SP']);
});

test('the period of the market is that of its responses', () => {
  expect(marketOf({}).period).toEqual({ from: '202501', to: '202512' });
});

test('the market has the months of its data, and that one lacks its main file', () => {
  const market = new KnownMarket();
  const periodo = { inicio: '202605', fim: '202606' };
  market.learn(
    { family: '5211', place: { kind: 'brasil' } },
    { celulas: [], periodo, completude: partial, omitidos: [], estimativas: [] },
  );
  expect(market.period).toEqual({ from: '202605', to: '202606' });
  expect(market.completeness).toEqual(partial);
});
