import type { GroupFigures } from '../../shared/contracts/panels.ts';
import type { UnkeptAnswer } from '../../shared/contracts/search.ts';

/**
 * What anybody can work out of one answer: its panels are parts of wholes, so every total that it tells is an equation
 * over the sums of their cells. Solved by elimination, a withheld cell whose sum is the only one possible is given back.
 */

type Equation = ReadonlyMap<string, number>;

interface Attack {
  /** Withheld cells that follow from what is told. */
  readonly given: string[];
  /** How many cells are withheld. */
  readonly withheld: number;
}

/** What an answer gives back of what it withholds; `filters` are the question's. */
export function givenBack(answer: UnkeptAnswer, filters: Record<string, unknown>): Attack {
  const { panels } = answer;
  if (panels === null) return { given: [], withheld: 0 };
  const cells = new Map<string, GroupFigures>();
  const put = (panel: string, name: string, figures: GroupFigures) => {
    if (figures.count > 0) cells.set(`${panel}/${name}`, figures);
    return `${panel}/${name}`;
  };
  /** Equations whose right side is told: the answer's own figures. */
  const told: string[][] = [];
  const zero: Equation[] = [];
  /** The parts that the answer adds up: those that its filter lets pass, or all. */
  const parts = (names: readonly string[], passes: (name: string) => boolean) =>
    told.push(names.filter(passes));
  const of = (panel: string, list: readonly (readonly [string, GroupFigures])[]) =>
    list.map(([name, figures]) => put(panel, name, figures));
  const only = (field: string) => (name: string) =>
    filters[field] === undefined ||
    name.endsWith(`/${JSON.stringify(filters[field]).replaceAll('"', '')}`);

  const { regional, gender, schooling, age, companySize, sector, trend, family } = panels;
  parts(
    of(
      'sex',
      gender.genders.map((one) => [String(one.genero), one]),
    ),
    only('genero'),
  );
  parts(
    of(
      'schooling',
      schooling.groups.map((one) => [one.escolaridade, one]),
    ),
    only('escolaridade'),
  );
  parts(
    of(
      'size',
      companySize.sizes.map((one) => [String(one.porte), one]),
    ),
    only('porte'),
  );
  const bands = of(
    'age',
    age.bands.map((one) => [one.faixa, one]),
  );
  parts([...bands, 'age/outside'], only('faixaEtaria'));
  parts(
    of(
      'sector',
      sector.sectors.map((one) => [one.codigo, one]),
    ),
    () => true,
  );
  parts(
    of(
      'month',
      trend.months.filter(({ isAsked }) => isAsked).map((one) => [one.month, one]),
    ),
    () => true,
  );
  if (family !== null)
    parts(
      of(
        'cbo',
        family.occupations.filter(({ isAsked }) => isAsked).map((one) => [one.cbo, one]),
      ),
      () => true,
    );
  const states = of(
    'uf',
    regional.states.map((one) => [one.codigo, one]),
  );
  const country = put('country', 'BR', regional.country);
  zero.push(new Map([[country, -1], ...states.map((name) => [name, 1] as const)]));
  const southeast = ['SP', 'RJ', 'MG', 'ES'];
  const { municipios: cities } = filters;
  if (Array.isArray(cities)) {
    told.push(cities.map((code) => `city/${code}`));
  } else if (filters['uf'] !== undefined) parts(states, only('uf'));
  else if (filters['regiao'] !== undefined)
    parts(states, (name) => southeast.includes(name.slice(-2)));
  else told.push([country]);
  const { municipalities } = regional;
  if (municipalities !== null) {
    const ofState = of(
      'city',
      municipalities.places.map((one) => [one.codigo, one]),
    );
    zero.push(
      new Map([[`uf/${municipalities.uf}`, -1], ...ofState.map((name) => [name, 1] as const)]),
    );
  }

  const known = (name: string) => cells.get(name)?.withheld === null || isEmpty(name);
  const isEmpty = (name: string) =>
    !cells.has(name) && !(name === 'age/outside' && age.outside > 0);
  const unknowns = [
    ...told.map((names) => new Map(names.map((name) => [name, 1] as const))),
    ...zero,
  ]
    .map((equation) => new Map([...equation].filter(([name]) => !known(name))))
    .filter((equation) => equation.size > 0);
  const withheld = [...cells].filter(([, figures]) => figures.withheld !== null);
  // Those in no band have no figures by their nature; they are withheld where they are few.
  const isFew = (name: string) => name !== 'age/outside' || age.outside < fewest;
  return { given: determined(unknowns).filter(isFew), withheld: withheld.length };
}

const fewest = 5;

/** The unknowns that have one solution only, whatever the right sides are: rows of one unknown after elimination. */
function determined(equations: readonly Equation[]): string[] {
  const names = [...new Set(equations.flatMap((equation) => [...equation.keys()]))];
  const rows = equations.map((equation) => names.map((name) => equation.get(name) ?? 0));
  let top = 0;
  for (let column = 0; column < names.length && top < rows.length; column++) {
    const pivot = rows.findIndex((row, index) => index >= top && row[column] !== 0);
    if (pivot === -1) continue;
    [rows[top], rows[pivot]] = [rows[pivot] ?? [], rows[top] ?? []];
    const lead = rows[top] ?? [];
    for (const [index, row] of rows.entries()) {
      const factor = (row[column] ?? 0) / (lead[column] ?? 1);
      if (index !== top && factor !== 0)
        rows[index] = row.map((value, at) => value - factor * (lead[at] ?? 0));
    }
    top += 1;
  }
  return rows.flatMap((row) => {
    const left = row.flatMap((value, at) => (Math.abs(value) > 1e-9 ? [names[at] ?? ''] : []));
    return left.length === 1 ? left : [];
  });
}
