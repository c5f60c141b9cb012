import { expect, test } from 'vitest';
import { newInstallation } from '../../../../tests/support/installation.ts';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { officialFile, type LineFields } from '../../../../tests/support/official-file.ts';
import { rankedSalaries } from '../../../../tests/support/planted-towns.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { nearbyTowns, statesNear } from './nearby.ts';

const lines = (count: number, fields: LineFields) => Array.from({ length: count }, () => fields);

test('names the nearest municipalities with data, those of a neighbouring state too', async () => {
  const installation = await newInstallation();
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      // Águas da Prata is some 20 km from Poços de Caldas in Minas Gerais, and some 115 km from Campinas.
      ...lines(1, { municipality: '350040' }),
      ...lines(40, { municipality: '350950' }),
      ...lines(30, { uf: '31', municipality: '315180' }),
      ...lines(29, { uf: '31', municipality: '310730' }),
    ]),
  );
  const requested = { cbo: '521110', uf: 'SP', municipios: ['350040'] };
  const { nearby } = await installation.search(requested);
  await installation.close();
  expect(nearby.map(({ codigo, uf, count, median }) => [codigo, uf, count, median])).toEqual([
    ['315180', 'MG', 30, 1500],
    ['350950', 'SP', 40, 1500],
  ]);
  const [pocos = 0, campinas = 0] = nearby.map(({ kilometres }) => kilometres);
  expect([Math.round(pocos / 10), Math.round(campinas / 10)]).toEqual([2, 12]);
});

const paid = (count: number) => rankedSalaries(Array.from({ length: count }, () => 150_000));
const none = () => Promise.resolve(new Map());

const ofPrata = resolveQuery(
  SearchFilters.parse({ cbo: '521110', uf: 'SP', municipios: ['350040'] }),
  julyRelease,
);

test('the five nearest are named, and a state is queried only if it has a nearer one', async () => {
  // São João da Boa Vista, Vargem Grande do Sul, São José do Rio Pardo, Campinas, São Paulo and Santos.
  const codes = [354_910, 355_640, 354_970, 350_950, 355_030, 354_850];
  const pay = paid(30);
  // The query's own municipality, and an unknown one, whose place is not known.
  const towns = new Map([350_040, 359_999, ...codes.toReversed()].map((code) => [code, pay]));
  const asked: string[] = [];
  const nearby = (kilometres: number, own = towns) =>
    nearbyTowns(ofPrata, own, [{ state: 31, uf: 'MG', kilometres }], (uf) => {
      asked.push(uf);
      return Promise.resolve(new Map());
    });
  const found = await nearby(Infinity);
  expect(found.map(({ codigo }) => codigo)).toEqual(codes.slice(0, 5).map(String));
  const [nearest = 0, farthest = 0] = [found[0]?.kilometres, found[4]?.kilometres];
  expect([nearest, farthest].map((distance) => Math.round(distance / 10))).toEqual([1, 18]);
  await nearby(farthest);
  expect(asked).toEqual([]);
  await nearby(farthest - 1);
  await nearby(farthest + 100, new Map([[350_950, pay]]));
  expect(asked).toEqual(['MG', 'MG']);
  // Poços de Caldas is nearer than São Paulo, the fifth of the state.
  const near = [{ state: 31, uf: 'MG', kilometres: farthest - 1 }];
  const withPocos = await nearbyTowns(ofPrata, towns, near, () =>
    Promise.resolve(new Map([[315_180, pay]])),
  );
  const nearer = [...codes.slice(0, 4), 315_180].map(String);
  expect(withPocos.map(({ codigo }) => codigo).toSorted()).toEqual(nearer.toSorted());
  const distances = withPocos.map(({ kilometres }) => kilometres);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
});

test('the two nearest states are queried, by the distance of their nearest municipality', () => {
  const states = statesNear(ofPrata);
  expect(states.map(({ state, uf }) => [state, uf])).toEqual([
    [31, 'MG'],
    [33, 'RJ'],
  ]);
  // Poços de Caldas is some 20 km away.
  expect(states.map(({ kilometres }) => Math.round(kilometres / 10))[0]).toBeLessThanOrEqual(2);
});

test('only a query about one municipality has others near it', async () => {
  const pay = paid(30);
  for (const municipios of [[], ['350040', '350950']]) {
    const query = resolveQuery(
      SearchFilters.parse({ cbo: '521110', uf: 'SP', municipios }),
      julyRelease,
    );
    expect(statesNear(query)).toEqual([]);
    expect(await nearbyTowns(query, new Map([[354_910, pay]]), [], none)).toEqual([]);
  }
});

test('the nearest municipality is first, with its name, records and median', async () => {
  const found = await nearbyTowns(
    ofPrata,
    new Map([
      [355_030, paid(29)],
      [350_950, paid(31)],
      [354_910, paid(30)],
    ]),
    [],
    none,
  );
  // 29 records are too few.
  expect(
    found.map(({ codigo, nome, uf, count, median }) => [codigo, nome, uf, count, median]),
  ).toEqual([
    ['354910', 'São João da Boa Vista', 'SP', 30, 1500],
    ['350950', 'Campinas', 'SP', 31, 1500],
  ]);
});
