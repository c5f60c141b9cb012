import { allCnaes } from '../../reference/cnaes.ts';
import { cnaeSectionLabels } from '../../../shared/codes/cnae.ts';
import { allMunicipalities, states } from '../../reference/places.ts';
import { occupationTable } from '../../reference/occupations.ts';
import {
  categories,
  disabilityNames,
  employeeBandNames,
  establishmentTypes,
  movementTypes,
  origins,
  raceNames,
  salaryUnits,
} from '../../reference/registry-codes.ts';
import { identifiedSchoolingCodes } from '../../reference/schooling.ts';
import type { CodeColumn } from './shape-sql.ts';

const indicators = new Set(['0', '1', '9']);

const [unknownOccupation, unknownSubclass, unknownMunicipality] = ['999999', '9999999', '999999'];

/**
 * The codes of each column in the registry's own tables, including those for "not identified", as numbers without
 * leading zeros. `tipoempregador` is absent: the files themselves have codes that the dictionary lacks.
 */
export function knownCodes(): ReadonlyMap<CodeColumn, ReadonlySet<string>> {
  return new Map<CodeColumn, ReadonlySet<string>>([
    ['region', new Set(['1', '2', '3', '4', '5', '9'])],
    ['uf', new Set([...states.map(({ codigo }) => codigo), '99'])],
    ['section', new Set(Object.keys(cnaeSectionLabels))],
    ['balance', new Set(['1', '-1'])],
    ['category', namesOf(categories)],
    ['schooling', new Set([...identifiedSchoolingCodes, 99].map(String))],
    ['race', namesOf(raceNames)],
    ['sex', new Set(['1', '3', '9'])],
    ['establishment_type', namesOf(establishmentTypes)],
    ['movement_type', namesOf(movementTypes)],
    ['disability', namesOf(disabilityNames)],
    ['intermittent', indicators],
    ['part_time', indicators],
    ['company_size', namesOf(employeeBandNames)],
    ['apprentice', indicators],
    ['origin', namesOf(origins)],
    ['late', indicators],
    ['salary_unit', namesOf(salaryUnits)],
    ['cbo', numbersOf([...occupationTable().keys(), unknownOccupation])],
    ['subclass', numbersOf([...allCnaes().map(({ codigo }) => codigo), unknownSubclass])],
    [
      'municipality',
      numbersOf([...allMunicipalities().map(({ code }) => code), unknownMunicipality]),
    ],
  ]);
}

const namesOf = (names: Readonly<Record<number, string>>) => new Set(Object.keys(names));

const numbersOf = (codes: readonly string[]) => new Set(codes.map((code) => String(Number(code))));
