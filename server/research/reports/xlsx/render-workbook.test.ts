import { beforeAll, describe, expect, test } from 'vitest';
import {
  percentileOf,
  salariesOf,
  sheet,
  workbookOf,
} from '../../../../tests/support/sample-workbook.ts';
import { samplePanels } from '../../../../tests/support/sample-panels.ts';
import {
  reportWithMore,
  sampleNotes,
  type SampleSelection,
  sampleRecord,
  sampleReport,
  withNotes,
} from '../../../../tests/support/sample-report.ts';
import { evaluate } from '../../../../tests/support/workbook-formulas.ts';
import { formulasOf, rangeValues } from '../../../../tests/support/workbook-ranges.ts';
import type { ReadWorkbook } from '../../../../tests/support/workbook-reader.ts';
import { elements } from '../../../../tests/support/xml.ts';
import { dataLimits } from '../../../../shared/contracts/completeness.ts';
import type { Panels } from '../../../../shared/contracts/panels.ts';
import { figuresOf } from '../../../../shared/statistics/catalogue.ts';
import { suppressionSentences } from '../../../../shared/statistics/suppression.ts';
import type { ReportModel } from '../model.ts';
import { monthSerial } from './cells.ts';

describe('a workbook of one selection', () => {
  const salaries = salariesOf(2001);
  let workbook: ReadWorkbook;
  let model: ReportModel;
  beforeAll(async () => {
    ({ workbook, model } = await workbookOf([{ salaries }], { provisional: ['Provisório.'] }));
  });

  test('has its sheets in the order of the screen', () => {
    expect([...workbook.sheets.keys()]).toEqual([
      'Resumo',
      'Distribuição',
      'Regiões',
      'Tendência',
      'Demografia',
      'Porte',
      'Setores',
      'Ocupações',
      'Distribuição exata',
      'Registros',
      'Metodologia',
    ]);
  });

  test('states every figure of the model as a number, in reais', () => {
    const statistics = model.selections[0]?.answer.statistics;
    if (!statistics) throw new Error('The sample has a selection.');
    const { rows, cells } = sheet(workbook, 'Resumo');
    for (const { title, value } of figuresOf(statistics)) {
      expect(rows.find(([first]) => first === title)?.[1], title).toBe(value);
    }
    expect(cells.get('B11')).toMatchObject({
      value: percentileOf(salaries, 50) / 100,
      format: String.raw`[$R$-416]\ #,##0.00`,
    });
  });

  test('states the quality of the answer and what limits its figures', async () => {
    const { selections } = withNotes(model);
    const made = await workbookOf([{ salaries }], { selections });
    const texts = sheet(made.workbook, 'Resumo').rows.map(([first]) => first);
    expect(texts).toEqual(expect.arrayContaining(sampleNotes));
    expect(texts).toContainEqual(expect.stringMatching(/^Qualidade média\. .*2\.001\sregistros/));
  });

  test('says below its figures what they mean, where the rest is, and who made it', () => {
    const { rows } = sheet(workbook, 'Resumo');
    const start = rows.findIndex(([first]) => first === 'O que estes números dizem');
    expect(rows.slice(start + 1).filter((row) => row.length > 0)).toEqual([
      [expect.stringMatching(/^Qualidade média\./)],
      ['Metade ganha até a mediana, e metade a partir dela.'],
      ['Recibo (confere e refaz o cálculo)', 'https://caged.exemplo.com.br/receipts/recibo1'],
      ['Registros neste arquivo'],
      ['2.001\u00a0registros, na planilha Registros.'],
      [
        'Feito em 03/08/2026, 09:00, horário de Brasília, por Ana Souza (Padaria Estrela & Filhos). CAGED Analytics 0.1.0.',
      ],
      ['https://caged.exemplo.com.br/reports'],
    ]);
  });

  test('has the whole distribution with running totals', () => {
    const counts = Map.groupBy(salaries, (salary) => salary);
    const distinct = [...counts.keys()].toSorted((left, right) => left - right);
    let upTo = 0;
    const expected = distinct.map((centavos) => {
      const count = counts.get(centavos)?.length ?? 0;
      upTo += count;
      return [centavos / 100, count, upTo, upTo / salaries.length];
    });
    const { rows, xml } = sheet(workbook, 'Distribuição exata');
    expect(rows[7]).toEqual(['Salário', 'Registros', 'Até este salário', 'Parte até aqui']);
    expect(rows.slice(8)).toEqual(expected);
    expect(elements(xml, 'dimension')[0]?.attributes['ref']).toBe(`A1:D${8 + distinct.length}`);
  });

  test('gives the salary of a percentile that is typed', () => {
    const [[address, live] = fail(), ...others] = formulasOf(workbook);
    expect([address, live.value, others]).toEqual(['B6', percentileOf(salaries, 50) / 100, []]);
    expect(sheet(workbook, 'Distribuição exata').cells.get('B5')?.value).toBe(50);
    expect(workbook.names.get('Percentil')).toBe("'Distribuição exata'!$B$5");
    expect(workbook.names.get('Salario_do_percentil')).toBe("'Distribuição exata'!$B$6");
    for (const Percentil of [0, 0.1, 1, 10, 25, 33.3, 50, 62.5, 75, 90, 99.9, 100]) {
      const found = evaluate(workbook, live.formula ?? '', { Percentil });
      expect(found, String(Percentil)).toBe(percentileOf(salaries, Percentil) / 100);
    }
  });

  test('protects no sheet', () => {
    for (const { xml: held } of workbook.sheets.values()) {
      expect(elements(held, 'sheetProtection')).toEqual([]);
    }
  });

  test('states the groups as the panels do, small ones as counts only', () => {
    const panels = model.selections[0]?.answer.panels;
    const { rows } = sheet(workbook, 'Regiões');
    for (const state of panels?.regional.states ?? []) {
      expect(rows.find(([name]) => name === state.nome)).toEqual(
        state.median === null
          ? [state.nome, state.codigo, '', state.count, state.share]
          : [
              state.nome,
              state.codigo,
              state.rank,
              state.count,
              state.share,
              state.p25,
              state.median,
              state.p75,
              state.average,
            ],
      );
    }
    const { xml } = sheet(workbook, 'Regiões');
    const lastRow = 5 + (panels?.regional.states.length ?? 0);
    expect(elements(xml, 'autoFilter')[0]?.attributes['ref']).toBe(`A5:I${lastRow}`);
    expect(rows.find(([name]) => name === 'Campinas (SP)')?.[6]).toBe(1950);
    expect(rows.find(([name]) => name === 'Região de Campinas (SP)')?.[1]).toBe('350038');
    expect(sheet(workbook, 'Porte').rows.find(([name]) => name === 'Porte desconhecido')).toEqual([
      'Porte desconhecido',
      4,
      0.004,
    ]);
    expect(sheet(workbook, 'Demografia').rows.find(([name]) => name === 'Feminino')?.[4]).toBe(
      1800,
    );
    expect(
      sheet(workbook, 'Demografia').rows.find(([name]) => name === 'Mulheres menos homens'),
    ).toEqual(['Mulheres menos homens', 1800, 2000, -200, -0.1, -260.5, -139.5]);
    expect(sheet(workbook, 'Setores').rows.find(([, code]) => code === 'C')?.[5]).toBe(2200);
    expect(sheet(workbook, 'Ocupações').rows.find(([, code]) => code === '521140')?.[0]).toBe(
      '521140, sem título na CBO',
    );
  });

  test('has the panels of a person one below the other, each under its name', () => {
    const { rows } = sheet(workbook, 'Demografia');
    const firsts = rows.slice(4).flatMap(([first]) => first ?? []);
    expect(firsts.slice(0, -3)).toEqual([
      'Gênero',
      'Gênero',
      'Masculino',
      'Feminino',
      'Faixa etária',
      'Faixa etária',
      '18 a 25 anos',
      '26 a 35 anos',
      '36 a 45 anos',
      '46 a 55 anos',
      '55+ (56 anos ou mais)',
      'Escolaridade',
      'Escolaridade',
      'Médio Completo',
      'Superior Completo',
      'Diferença entre as medianas de mulheres e homens',
      'Comparação',
      'Mulheres menos homens',
    ]);
  });

  test('shows months as dates, with real values and the change in a year', () => {
    const { rows, cells } = sheet(workbook, 'Tendência');
    expect(rows[7]).toEqual([
      monthSerial('202606'),
      'Sim',
      100,
      1512,
      1890,
      2457,
      1890 * 1.1,
      1890,
      0.05,
    ]);
    expect(cells.get('A8')).toMatchObject({ value: 46_174, format: '[$-416]mmm/yyyy' });
    expect(rows[6]).toEqual([monthSerial('202605'), 'Não', 2]);
    expect(rows[4]).toContain('Mediana real (jun/2026)');
    expect(rows).toContainEqual(['Provisório.']);
  });

  test('gives every record, typed', () => {
    const { rows, cells, xml } = sheet(workbook, 'Registros');
    expect(rows).toHaveLength(5 + 2001);
    expect(rows[5 + 1]).toEqual([
      46_143,
      'Admissão',
      '521110',
      'Vendedor de comércio varejista',
      '350001',
      'Município 350001',
      'SP',
      sampleRecord(salaries[1] ?? 0, 1).salario,
      'Masculino',
      '1',
      19,
      '5',
      'Médio Completo',
      44,
    ]);
    expect(rows.slice(5).map((row) => row[7])).toEqual(salaries.map((salary) => salary / 100));
    expect(cells.get('A7')?.format).toBe('[$-416]mmm/yyyy');
    expect(cells.get('H2006')?.format).toBe(String.raw`[$R$-416]\ #,##0.00`);
    expect(elements(xml, 'autoFilter')[0]?.attributes['ref']).toBe('A5:N2006');
    expect(elements(xml, 'pane')[0]?.attributes).toMatchObject({ state: 'frozen', ySplit: '5' });
    expect(elements(xml, 'dimension')[0]?.attributes['ref']).toBe('A1:N2006');
  });

  test('draws charts of cells that hold figures', () => {
    expect(workbook.charts).toHaveLength(10);
    const references = workbook.charts.flatMap((chart) => chart.references);
    // A sector is named by its code, a company size by its name.
    const rows = ['Resumo!$B$9:$B$13', 'Setores!$B$6:$B$7', 'Porte!$A$6:$A$8'];
    expect(references).toEqual(expect.arrayContaining(rows));
    for (const reference of references) {
      const values = rangeValues(workbook, reference);
      expect(
        values.some((value) => value !== ''),
        reference,
      ).toBe(true);
    }
  });

  test('is set up to be printed on A4 with the receipt at its foot', () => {
    for (const [name, { xml }] of workbook.sheets) {
      expect(elements(xml, 'pageSetup')[0]?.attributes['paperSize'], name).toBe('9');
      expect(elements(xml, 'oddFooter')[0]?.text, name).toBe('&LRecibo recibo1&C&RPágina &P de &N');
    }
    const titles = elements(workbook.parts.get('xl/workbook.xml') ?? fail(), 'definedName')
      .filter(({ attributes }) => attributes['name'] === '_xlnm.Print_Titles')
      .map(({ text }) => text);
    expect(titles).toHaveLength(workbook.sheets.size);
    expect(titles).toContain('Registros!$1:$5');
  });

  test('says how the figures came about, on which files, and where they can be checked', () => {
    const { rows, xml } = sheet(workbook, 'Metodologia');
    const text = rows.flat().join('\n');
    for (const said of [
      'Regra do MTE',
      'PERCENTIL.INC',
      ...dataLimits,
      'a'.repeat(64),
      'b'.repeat(64),
    ]) {
      expect(text).toContain(said);
    }
    expect(rows.find(([step]) => step === 'Salário zero')).toEqual([
      'Salário zero',
      'Não dizem um salário',
      10,
      2001,
    ]);
    const links = elements(
      workbook.parts.get('xl/worksheets/_rels/sheet11.xml.rels') ?? fail(),
      'Relationship',
    );
    expect(links.map(({ attributes }) => attributes['Target'])).toContain(
      'https://caged.exemplo.com.br/receipts/recibo1',
    );
    expect(elements(xml, 'hyperlink').length).toBeGreaterThan(0);
  });

  test('says nothing of synthetic data', () => {
    for (const { rows } of workbook.sheets.values()) expect(rows[0]).toEqual(['CAGED Analytics']);
  });
});

test('demonstration data is called so on every sheet, and on every printed page', async () => {
  const { workbook } = await workbookOf([{ salaries: salariesOf(40) }], { isSynthetic: true });
  for (const [name, { rows, xml }] of workbook.sheets) {
    expect(rows[0], name).toEqual(['Dados sintéticos de demonstração']);
    for (const part of ['oddHeader', 'oddFooter']) {
      expect(elements(xml, part)[0]?.text, name).toContain('&CDados sintéticos de demonstração&R');
    }
  }
});

test('four records show only counts', async () => {
  const { workbook } = await workbookOf([{ salaries: [150_000, 160_000, 170_000, 990_000] }]);
  const summary = sheet(workbook, 'Resumo').rows;
  expect(summary.find(([label]) => label === 'Registros')).toEqual(['Registros', 4]);
  expect(summary.find(([label]) => label === 'Mediana (Q2)')).toEqual(['Mediana (Q2)']);
  expect(summary.flat()).toContain('Com menos de 5 registros, mostramos só a contagem.');
  expect(summary.flat()).toContain('Nenhum: esta pesquisa mostra só a contagem.');
  expect(formulasOf(workbook)).toEqual([]);
  for (const name of ['Distribuição', 'Distribuição exata']) {
    const cells = sheet(workbook, name).rows.flat();
    expect(cells.filter((cell) => typeof cell === 'number')).toEqual([]);
    expect(cells).toContain('Com menos de 5 registros, mostramos só a contagem.');
  }
  expect(sheet(workbook, 'Registros').rows.flat()).toContain(
    'Com menos de 5 registros, mostramos só a contagem.',
  );
  expect(JSON.stringify(sheet(workbook, 'Registros').rows)).not.toContain('1500');
});

test('has a sheet for each panel on request, and what a small answer adds', async () => {
  const selection = { salaries: salariesOf(100) };
  const { selections } = reportWithMore([selection]);
  const { workbook } = await workbookOf([selection], { selections });
  const { rows, cells, xml } = sheet(workbook, 'Pisos e concentrações');
  const start = rows.findIndex(([cell]) => cell === 'Quem paga o piso.');
  expect(start).toBeGreaterThan(0);
  expect(rows.slice(start).filter((row) => row.length > 0)).toEqual([
    ['Quem paga o piso.'],
    ['Valores'],
    ['Valor', 'Parte', 'Primeiro mês'],
    // Excel counts the days from 1900: 1 July 2023 is 45,108.
    [1463.27, 0.125, 45_108],
    ['Como ler os pisos.'],
  ]);
  expect(cells.get('C9')?.format).toBe('[$-416]mmm/yyyy');
  expect(elements(xml, 'pane')[0]?.attributes).toMatchObject({ state: 'frozen', ySplit: '4' });
  const texts = sheet(workbook, 'Resumo').rows.flat().join('\n').replaceAll('\u00a0', ' ');
  expect(texts).toContain('Estimativa para Caeté (MG): R$ 1.690 (entre R$ 1.610 e R$ 1.780)');
  expect(texts).toContain(
    'Municípios mais próximos com dados: Sabará, a 21 km: mediana R$ 1.700,00',
  );
});

test('a ratio in a panel on request is a percentage without a sign', async () => {
  const selection = { salaries: salariesOf(100) };
  const columns = [
    { header: 'Tipo', format: 'text' as const },
    { header: 'Razão', format: 'ratio' as const },
  ];
  const page = {
    title: 'Quem entra',
    sentences: [],
    tables: [{ caption: 'Razões', columns, rows: [['Pedido', 1.25]] }],
    notes: [],
  };
  const selections = sampleReport([selection]).selections.map((one) => ({ ...one, pages: [page] }));
  const { workbook } = await workbookOf([selection], { selections });
  const { cells } = sheet(workbook, 'Quem entra');
  const [cell] = [...cells.values()].filter(({ value }) => value === 1.25);
  expect(cell?.format).toBe('0.0%');
});

/** The cells that each chart of a sheet covers: rows and columns, from the first to the one after the last. */
function coveredCells({ parts }: ReadWorkbook, number: number) {
  const links = parts.get(`xl/worksheets/_rels/sheet${number}.xml.rels`)?.children ?? [];
  const targets = links.map(({ attributes }) => attributes['Target']?.replace('..', 'xl') ?? '');
  const drawing = parts.get(targets.find((target) => target.includes('/drawing')) ?? '');
  const anchors = drawing === undefined ? [] : elements(drawing, 'xdr:twoCellAnchor');
  return anchors.map((anchor) => {
    const ends = (name: string) => elements(anchor, name).map(({ text }) => Number(text));
    const [[top = 0, bottom = 0], [left = 0, right = 0]] = [ends('xdr:row'), ends('xdr:col')];
    return { top, bottom, left, right };
  });
}

test.each([1, 2])('a chart covers no text and no other chart, of %i selections', async (count) => {
  const selections = Array.from({ length: count }, () => ({ salaries: salariesOf(100) }));
  const { workbook } = await workbookOf(selections, { provisional: ['Um.', 'Dois.', 'Três.'] });
  let charts = 0;
  for (const [at, [name, { rows }]] of [...workbook.sheets].entries()) {
    let below = 0;
    for (const { top, bottom, left, right } of coveredCells(workbook, at + 1)) {
      expect(top, name).toBeGreaterThanOrEqual(below);
      const covered = rows.slice(top, bottom).map((row) => row.slice(left, right).join(''));
      expect(covered.join(''), name).toBe('');
      below = bottom;
      charts += 1;
    }
  }
  expect(charts).toBe(workbook.charts.length);
});

const outside = async (...selections: SampleSelection[]) => {
  const { workbook } = await workbookOf(selections);
  const cells = sheet(workbook, 'Demografia').rows.flat();
  return cells.filter((cell) => String(cell).startsWith('Registros fora das faixas'));
};

test('counts the records outside the age bands only where they are known', async () => {
  const many = { salaries: salariesOf(100) };
  const few = { salaries: [150_000, 160_000, 170_000], panels: null };
  const sentence = 'Registros fora das faixas etárias (menores de 18 anos ou sem idade)';
  const known = samplePanels.age.outside;
  expect(await outside(few)).toEqual([]);
  expect(await outside(many)).toEqual([`${sentence}: ${known}.`]);
  expect(await outside(many, few)).toEqual([`${sentence}: A: ${known}.`]);
});

test('names the reason for which a query shows no statistics', async () => {
  const selection = { salaries: [150_000, 160_000, 170_000, 990_000] };
  const [few] = sampleReport([selection]).selections;
  if (few === undefined) fail();
  const answer = { ...few.answer, suppressed: 'poucos_sensiveis' as const };
  const { workbook } = await workbookOf([selection], { selections: [{ ...few, answer }] });
  for (const name of ['Resumo', 'Distribuição', 'Distribuição exata', 'Registros']) {
    const cells = sheet(workbook, name).rows.flat();
    expect(cells, name).toContain(suppressionSentences.poucos_sensiveis);
    expect(cells, name).not.toContain(suppressionSentences.poucos_registros);
  }
});

/** The note below the states. */
const noteOf = async (...selections: SampleSelection[]) => {
  const { workbook } = await workbookOf(selections);
  const notes = sheet(workbook, 'Regiões').rows.map(([first]) => String(first));
  return notes.find((note) => note.includes('Sem estado'))?.replaceAll('\u00a0', ' ');
};

test('the states are followed by the number of records of none, with the selection of each in a comparison', async () => {
  const { regional } = samplePanels;
  const country = { ...regional.country, count: regional.country.count + 3 };
  const panels = { ...samplePanels, regional: { ...regional, country } };
  const own = { salaries: salariesOf(100), panels };
  const text = 'Sem estado informado: 3 registros.';
  expect(await noteOf(own)).toMatch(new RegExp(`^${text} `));
  expect(await noteOf({ ...own, panels: samplePanels }, own)).toMatch(new RegExp(`^B: ${text} `));
});

/** The texts of all charts of a workbook whose selections have these panels. */
const titlesOf = async (...panels: Panels[]) => {
  const selections = panels.map((own) => ({ salaries: salariesOf(100), panels: own }));
  const { workbook } = await workbookOf(selections);
  return workbook.charts.flatMap(({ xml }) => elements(xml, 'a:t').map(({ text }) => text));
};

test('claims an order of the states by median only where they have one', async () => {
  const { regional } = samplePanels;
  const unranked = { ...samplePanels, regional: { ...regional, isComparable: false } };
  const claim = 'Salários por estado, da maior mediana à menor';
  expect(await titlesOf(samplePanels)).toContain(claim);
  for (const panels of [[unranked], [samplePanels, samplePanels]]) {
    const titles = await titlesOf(...panels);
    expect(titles).toContain('Salários por estado');
    expect(titles).not.toContain(claim);
  }
});

test('charts have the quartiles of one selection, and the medians of several', async () => {
  const quartiles = ['Salário', 'Salários por mês: Q1, mediana e Q3'];
  const medians = ['Mediana', 'Mediana por mês'];
  const titles = await titlesOf(samplePanels);
  expect(titles).toEqual(expect.arrayContaining(quartiles));
  expect(titles.filter((title) => medians.includes(title))).toEqual([]);
  const compared = await titlesOf(samplePanels, samplePanels);
  expect(compared).toEqual(expect.arrayContaining(medians));
  expect(compared.filter((title) => quartiles.includes(title))).toEqual(['Salário']);
});

test('a query without records states that it has none', async () => {
  const { workbook } = await workbookOf([{ salaries: [] }]);
  expect(sheet(workbook, 'Registros').rows.slice(5)).toEqual([['Nenhum registro.']]);
  expect(sheet(workbook, 'Resumo').rows.flat()).toContain(
    '0 registros, na planilha Registros.'.replace('0 ', '0\u00a0'),
  );
  expect(workbook.charts).toEqual([]);
});

function fail(): never {
  throw new Error('A part is missing.');
}
