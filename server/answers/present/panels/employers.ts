import { companySizeLabels } from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import type { CompanySizePanel, SectorPanel } from '../../../../shared/contracts/panels.ts';
import { cnaeSections, maybeCnae } from '../../../reference/cnaes.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { comparable, figuresByCode, groupFigures, noFigures } from './figures.ts';
import { minRecordsOf } from '../suppression/min-records.ts';
import { canAppearBeside } from '../../../../shared/statistics/suppression.ts';
import type { PayGroups } from '../../query/engine/pay-group.ts';

const unknown = 0;
const maxSubclasses = 100;

/** Every size, whatever its records, and the unknown size if it has records. */
export function companySizePanel(query: SalaryQuery, groups: PayGroups): CompanySizePanel {
  const figuresFor = figuresByCode(query, 'companySize', groups);
  return {
    ...comparable(query),
    sizes: [
      ...keysOf(companySizeLabels).map((porte, index) => ({ porte, ...figuresFor(index + 1) })),
      ...(groups.has(unknown) ? [{ porte: null, ...figuresFor(unknown) }] : []),
    ],
  };
}

/**
 * Sections, or the subclasses of the requested section. `selected` is the query's number of records: beside subclasses
 * alone, a section with a few records more has no figures.
 */
export function sectorPanel(query: SalaryQuery, groups: PayGroups, selected: number): SectorPanel {
  const { section, subclasses } = query;
  const figuresOfAny = groupFigures(query, groups, knownSectors(query, groups));
  const figuresFor = (key: number) => {
    const figures = figuresOfAny(key);
    const mayHoldAll = section === null && subclasses !== null && figures.count >= selected;
    return !mayHoldAll || canAppearBeside(selected, figures.count, minRecordsOf(query))
      ? figures
      : { ...figures, suppressed: 'protege_outro' as const, ...noFigures };
  };
  const sectors = [...groups.keys()]
    .map((key) => {
      const codigo = section === null ? String.fromCharCode(key) : String(key).padStart(7, '0');
      const ofSubclass = maybeCnae(codigo)?.descricao ?? null;
      const nome = section === null ? sectionName(codigo) : ofSubclass;
      return { codigo, nome, ...figuresFor(key) };
    })
    .toSorted((a, b) => b.count - a.count || (a.codigo < b.codigo ? -1 : 1));
  return {
    ...comparable(query),
    level: section === null ? 'secao' : 'subclasse',
    section: section === null ? null : { codigo: section, nome: sectionName(section) ?? section },
    sectors: section === null ? sectors : sectors.slice(0, maxSubclasses),
    total: sectors.length,
  };
}

/** The response adds up the requested subclasses, or all. With a filter on them alone, it is no sum of sections. */
function knownSectors(
  { section, subclasses }: SalaryQuery,
  groups: PayGroups,
): ReadonlySet<number>[] {
  if (subclasses === null) return [new Set(groups.keys())];
  return section === null ? [] : [new Set(subclasses)];
}

const sectionNames = new Map<string, string>(Object.entries(cnaeSections));
const sectionName = (codigo: string) => sectionNames.get(codigo) ?? null;
