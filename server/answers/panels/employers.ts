import { companySizeLabels } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { CompanySizePanel, SectorPanel } from '../../../shared/contracts/panels.ts';
import { cnaeSections } from '../../reference/cnae-sections.ts';
import { maybeCnae } from '../../reference/cnaes.ts';
import { figuresOf, recordsOfAll } from './figures.ts';
import type { PayGroup } from './pay-group.ts';

type Groups = ReadonlyMap<number, PayGroup>;

const unknown = 0;
const mostSubclasses = 100;

/** Every size, whatever its records, and the unknown where there are any. */
export function companySizePanel(groups: Groups): CompanySizePanel {
  const all = recordsOfAll(groups);
  return {
    sizes: [
      ...keysOf(companySizeLabels).map((porte, index) => ({
        porte,
        ...figuresOf(groups.get(index + 1), all),
      })),
      ...(groups.has(unknown) ? [{ porte: null, ...figuresOf(groups.get(unknown), all) }] : []),
    ],
  };
}

/** Sections, or the subclasses of the section asked. */
export function sectorPanel(section: string | null, groups: Groups): SectorPanel {
  const all = recordsOfAll(groups);
  const sectors = [...groups]
    .map(([key, group]) => ({
      ...(section === null ? sectionOfKey(key) : subclassOfKey(key)),
      ...figuresOf(group, all),
    }))
    .toSorted((a, b) => b.count - a.count || (a.codigo < b.codigo ? -1 : 1));
  return {
    level: section === null ? 'secao' : 'subclasse',
    section: section === null ? null : { codigo: section, nome: sectionName(section) ?? section },
    sectors: section === null ? sectors : sectors.slice(0, mostSubclasses),
    total: sectors.length,
  };
}

function sectionOfKey(key: number): { codigo: string; nome: string | null } {
  const codigo = String.fromCharCode(key);
  return { codigo, nome: sectionName(codigo) };
}

function subclassOfKey(key: number): { codigo: string; nome: string | null } {
  const codigo = String(key).padStart(7, '0');
  return { codigo, nome: maybeCnae(codigo)?.descricao ?? null };
}

const sectionNames = new Map<string, string>(Object.entries(cnaeSections));
const sectionName = (codigo: string) => sectionNames.get(codigo) ?? null;
