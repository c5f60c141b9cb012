import { describe, expect, test } from 'vitest';
import { figures, samplePanels } from '../../tests/support/sample-panels.ts';
import type { Panels } from '../contracts/panels.ts';
import { groupPanel, groupPanelNames, individualPanels, wholePanel } from './group-panels.ts';

const { gender, schooling, companySize, sector } = samplePanels;
const keysOf = (name: (typeof groupPanelNames)[number], panels: Panels) => ({
  whole: wholePanel(name, panels).groups.map(({ key }) => key),
  shown: groupPanel(name, panels).groups.map(({ key }) => key),
});

describe('a panel of groups', () => {
  test('has no groups on screen and paper if no record states the code', () => {
    const unknown = {
      ...samplePanels,
      gender: { ...gender, genders: [{ genero: null, ...figures(50, 1000) }] },
      schooling: {
        ...schooling,
        groups: [{ escolaridade: '80' as const, nome: 'Não informado', ...figures(50, 1000) }],
      },
      companySize: { ...companySize, sizes: [{ porte: null, ...figures(50, 1000) }] },
      sector: { ...sector, sectors: [{ codigo: 'Z', nome: null, ...figures(50, 1000) }] },
    };
    expect(groupPanelNames.map((name) => keysOf(name, unknown))).toEqual([
      { whole: [''], shown: [] },
      { whole: bands, shown: bands },
      { whole: ['80'], shown: [] },
      { whole: [''], shown: [] },
      { whole: ['Z'], shown: [] },
      { whole: ['521110', '521140'], shown: ['521110', '521140'] },
    ]);
  });

  test('shows groups of unknown code beside others, and no group without records but ages', () => {
    const [first] = companySize.sizes;
    const sizes = [
      { ...first, porte: 'MICRO' as const, ...figures(0, 0) },
      ...companySize.sizes.slice(1),
    ];
    const panels = { ...samplePanels, companySize: { ...companySize, sizes } };
    expect(keysOf('companySize', panels)).toEqual({
      whole: ['MICRO', 'GRANDE', ''],
      shown: ['GRANDE', ''],
    });
  });

  test('marks the groups that the query requests', () => {
    const filters = {
      genero: 'F',
      faixaEtaria: '26-35',
      escolaridade: '7',
      porte: 'GRANDE',
    } as const;
    const marked = groupPanelNames.flatMap((name) =>
      wholePanel(name, samplePanels, filters).groups.flatMap(({ key, isRequested }) =>
        isRequested ? [key] : [],
      ),
    );
    expect(marked).toEqual(['F', '26-35', '7', 'GRANDE', '521110']);
  });

  test('of a query without a family has no groups, and says how to get them', () => {
    const none = wholePanel('family', { ...samplePanels, family: null });
    expect(none).toMatchObject({ groups: [], isComparable: false });
    expect(none.emptyText).toMatch(/^Pesquise uma ocupação/);
    expect(wholePanel('family', samplePanels).emptyText).toMatch(/^Nenhuma outra ocupação/);
  });

  test('of sectors has the texts of its level', () => {
    expect(wholePanel('sector', samplePanels)).toMatchObject({
      own: 'section',
      apiName: 'secao',
      header: 'Seção da CNAE',
      about: '',
    });
    const within = { codigo: 'G', nome: 'Comércio' };
    const subclasses = { ...sector, level: 'subclasse' as const, section: within, total: 180 };
    expect(wholePanel('sector', { ...samplePanels, sector: subclasses })).toMatchObject({
      own: 'subclass',
      apiName: 'subclasse',
      header: 'Subclasse da CNAE',
      about: 'Atividades de: Comércio. São 180; aqui estão as 2 com mais registros.',
    });
  });
});

const bands = ['18-25', '26-35', '36-45', '46-55', '55+'];

test('documents show each panel of companies and occupations alone', () => {
  expect(individualPanels).toEqual(['companySize', 'sector', 'family']);
});
