import { describe, expect, test } from 'vitest';
import { mergedGroups } from './comparison.ts';
import { states } from '../../shared/codes/states.ts';
import { placeOf } from '../../server/research/query-words.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { figures, noFigures, samplePanels } from '../../tests/support/sample-panels.ts';
import { sampleReport, type SampleSelection } from '../../tests/support/sample-report.ts';
import type { GroupFigures } from '../../shared/contracts/panels.ts';
import type { PaperBlock, PaperTable } from './blocks.ts';
import { drawings } from './paper.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const salaries = Array.from({ length: 100 }, (_, index) => 150_000 + index * 1000);

function blocksOf(selection: Partial<SampleSelection>): PaperBlock[] {
  const { selections } = sampleReport([{ salaries, ...selection }]);
  return selections.flatMap((one) => drawings.selectionBlocks({ ...one, name: '' }, states));
}

const tables = (blocks: readonly PaperBlock[]) =>
  blocks.filter((block): block is PaperTable => block.kind === 'table');
const tableOf = (blocks: readonly PaperBlock[], caption: string) =>
  tables(blocks).find((table) => table.caption === caption);
const texts = (blocks: readonly PaperBlock[]) =>
  blocks.flatMap((block) => (block.kind === 'text' ? [plain(block.text)] : []));

/** The texts on P10 and P90, for the lowest of the sample's salaries. */
const edgeNotesOf = (count: number) =>
  texts(blocksOf({ salaries: salaries.slice(0, count) })).filter((text) =>
    text.includes('P10 e P90 incertos'),
  );

/** The legend of the first page's band, for salaries this many centavos above the sample's. */
function bandLegend(from: number) {
  const [one] = sampleReport([{ salaries: salaries.map((salary) => salary + from) }]).selections;
  return one && drawings.glanceOf({ ...one, name: '' }, null).band?.legend;
}

test('the first page names a region of IBGE, as the query does', () => {
  const filters = SearchFilters.parse({
    cbos: ['521110', '521105'],
    uf: 'MG',
    regiaoIbge: '310001',
  });
  const [sample] = sampleReport([{ salaries }]).selections;
  if (sample === undefined) throw new Error('The sample has a selection.');
  const selection = { ...sample, name: '', filters, place: placeOf(filters) };
  const { sentences } = drawings.glanceOf(selection, null);
  expect(sentences[0]).toMatch(/^Região de Belo Horizonte \(MG\): mediana /);
});

describe('the panels on paper', () => {
  test('every table has a cell for each column', () => {
    const drawn = tables(blocksOf({}));
    expect(drawn.length).toBeGreaterThan(5);
    for (const { columns, rows } of drawn) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }
  });

  test('drawings are whole, on light paper, and say what they show', () => {
    const drawn = blocksOf({}).filter((block) => block.kind === 'figure');
    expect(drawn.length).toBeGreaterThanOrEqual(3);
    for (const { svg, alt } of drawn) {
      expect(svg).not.toMatch(/NaN|Infinity|undefined|var\(|paint-order/);
      expect(alt.length).toBeGreaterThan(20);
    }
  });

  test('the legend of the band has the minimum wage only if its line is drawn', () => {
    expect(bandLegend(0)).toContain('Tracejado: salário mínimo');
    expect(bandLegend(900_000)).toMatch(/^Traço: mediana\.((?!Tracejado).)+$/);
  });

  test('an interval between equal salaries is no certainty', () => {
    const equal = salaries.map(() => 151_800);
    expect(texts(blocksOf({ salaries: equal }))).toContain(
      'O intervalo de 95 % da mediana é pouco informativo: há muitos salários iguais a R$ 1.518,00.',
    );
  });

  test('the note on few records beyond P10 and P90 stands once beside the distribution', () => {
    // Ten of 100 records lie below P10; of 99, fewer.
    expect([edgeNotesOf(99).length, edgeNotesOf(100).length]).toEqual([1, 0]);
  });

  test('all 27 states are reported, those without records too', () => {
    const names = tableOf(blocksOf({}), 'Salários por estado')?.rows.map(([name]) => name);
    expect(names?.toSorted()).toEqual(['Brasil', ...states.map(({ nome }) => nome)].toSorted());
    expect(names?.at(-1)).toBe('Brasil');
  });

  test('many places without figures are listed in a sentence, each with its count', () => {
    // Suppressed although it has more than a few records.
    const protecting: GroupFigures = { count: 21, share: 0.021, ...noFigures };
    const places = Array.from({ length: 12 }, (_, index) => ({
      codigo: String(index),
      nome: `Lugar ${index}`,
      rank: index === 0 ? 1 : null,
      ...([figures(40, 2000), protecting][index] ?? figures(3, 2000)),
    }));
    const municipalities = { uf: 'SP', nome: 'São Paulo', total: 12, places, regions: [] };
    const blocks = blocksOf({
      panels: { ...samplePanels, regional: { ...samplePanels.regional, municipalities } },
    });
    expect(tableOf(blocks, 'Salários por município de São Paulo')?.rows).toHaveLength(1);
    expect(texts(blocks).find((text) => text.includes('Lugar 11 3'))).toContain(
      'Só a contagem: Lugar 1 21; Lugar 2 3;',
    );
  });

  test('the regions of IBGE of a state have a table without the means that they never have', () => {
    const { regional } = samplePanels;
    const regions = regional.municipalities.regions.map((one) => ({ ...one, average: null }));
    const municipalities = { ...regional.municipalities, regions };
    const blocks = blocksOf({
      panels: { ...samplePanels, regional: { ...regional, municipalities } },
    });
    const table = tableOf(blocks, 'Salários por região do IBGE de São Paulo');
    expect(table?.columns.map(({ header }) => header).join()).toBe(
      'Região,Posição,Registros,Parte do estado,Q1,Mediana,Q3',
    );
    expect(table?.rows.map(([name, rank, records]) => [name, rank, records])).toEqual([
      ['Região de São Paulo', '1', '450'],
      ['Região de Campinas', '2', '50'],
    ]);
  });
});

const occupationsOf = (counts: readonly number[]) => ({
  ...samplePanels,
  family: samplePanels.family && {
    ...samplePanels.family,
    occupations: counts.map((count, index) => ({
      cbo: String(521_100 + index),
      titulo: `Ocupação ${index}`,
      isRequested: false,
      ...figures(count, 1500),
    })),
  },
});

/** The numbers of the occupations that a comparison on paper lists, of occupations with these record counts. */
const listedOccupations = (counts: readonly number[]) => {
  const report = sampleReport([{ salaries, panels: occupationsOf(counts) }, { salaries: [] }]);
  const both = report.selections.map((one) => ({ ...one, name: '' }));
  return tableOf(
    drawings.comparisonPanelBlocks(both, states),
    'Medianas por grupo e seleção',
  )?.rows.flatMap(([name]) => {
    const number = /^Ocupação (\d+)/.exec(name ?? '')?.[1];
    return number === undefined ? [] : [Number(number)];
  });
};

describe('a comparison on paper', () => {
  const { selections } = sampleReport([
    { salaries, subject: 'Um' },
    { salaries: [], subject: 'Nenhum' },
    { salaries: salaries.slice(0, 3), subject: 'Poucos' },
  ]);
  const named = selections.map((one) => ({ ...one, name: one.query.subject }));
  const blocks = [
    drawings.comparisonFigure(named),
    ...drawings.comparisonTrendBlocks(named),
    ...drawings.comparisonPanelBlocks(named, states),
  ];

  test('a series without records has a letter in the table and no row in a drawing', () => {
    const table = tableOf(blocks, 'Medianas por grupo e seleção');
    expect(table?.columns.map(({ header }) => header)).toEqual([
      'Grupo',
      'A',
      'n A',
      'B',
      'n B',
      'C',
      'n C',
    ]);
    expect(table?.rows.find(([name]) => name === 'Micro')?.map(plain)).toEqual([
      'Micro',
      '1.700,00',
      '400',
      '—',
      '0',
      '1.700,00',
      '400',
    ]);
  });

  test('counts the records of unknown code, and states no count that the answer does not have', () => {
    const { companySize, sector } = samplePanels;
    const others = {
      ...samplePanels,
      companySize: { ...companySize, sizes: [{ porte: null, ...figures(50, 1000) }] },
      sector: {
        ...sector,
        level: 'subclasse' as const,
        section: { codigo: 'G', nome: 'Comércio' },
        sectors: [
          { codigo: '4711302', nome: null, ...figures(50, 1500) },
          { codigo: 'S', nome: 'Outras atividades de Serviços', ...figures(50, 1600) },
        ],
      },
      family: null,
    };
    const report = sampleReport([{ salaries }, { salaries, panels: others }]);
    const both = report.selections.map((one) => ({ ...one, name: '' }));
    const rows = tableOf(
      drawings.comparisonPanelBlocks(both, states),
      'Medianas por grupo e seleção',
    )?.rows.map((row) => row.map(plain));
    const rowOf = (label: string) => rows?.find(([name]) => name === label)?.slice(1);
    expect(rowOf('Porte desconhecido')).toEqual(['—', '4', '1.000,00', '50']);
    expect(rowOf('Micro')).toEqual(['1.700,00', '400', '—', '0']);
    // Groups that only one selection states are no comparison: the workbook has them.
    expect(rowOf('Vendedor de comércio varejista (521110)')).toBeUndefined();
    expect(rowOf('Indústrias de transformação (C)')).toBeUndefined();
    expect(rowOf('4711302, sem nome na CNAE')).toBeUndefined();
  });

  test('of more than sixty occupations, those with a median and the most records are listed', () => {
    // Sixty stay in their order, also those without a median.
    const sixty = Array.from({ length: 60 }, (_, index) => index + 1);
    expect(listedOccupations(sixty)).toEqual(sixty.map((count) => count - 1));
    // Of 66, the four without a median and the two with the fewest records of the others are not listed.
    const more = Array.from({ length: 66 }, (_, index) => index + 1);
    expect(listedOccupations(more)).toEqual(Array.from({ length: 60 }, (_, index) => 65 - index));
  });

  test('a selection whose answer has no groups counts no records in them', () => {
    const compared = sampleReport([{ salaries }, { salaries, panels: null }]).selections;
    const both = compared.map((one) => ({ ...one, name: '' }));
    const cells = tables(drawings.comparisonPanelBlocks(both, states)).flatMap(({ rows }) =>
      rows.flatMap((row) => row.slice(3)),
    );
    expect(new Set(cells)).toEqual(new Set(['—']));
  });

  test('fewer than five records have no line and no median', () => {
    const alts = blocks.flatMap((block) => (block.kind === 'figure' ? [plain(block.alt)] : []));
    expect(alts[0]).toContain('A · Um: mediana R$ 1.995,00');
    expect(alts[0]).toMatch(/C · Poucos: 3 registros\. (?!mediana)/);
  });
});

const list = (...keys: string[]) => keys.map((key) => ({ key }));

test('a group that only a later selection has stands after the one before it there', () => {
  const merged = mergedGroups([list('1', '3', 'x'), list('1', '2', '3', '4'), list('0', '4', 'x')]);
  expect(merged.map(({ key }) => key).join(' ')).toBe('0 1 2 3 4 x');
});
