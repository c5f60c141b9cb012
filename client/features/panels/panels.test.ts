import { describe, expect, test } from 'vitest';
import { figures, monthFigures, samplePanels } from '../../../tests/support/sample-panels.ts';
import { knownAgesText, topBands } from './age-bands.tsx';
import { groupPanel } from '../../../shared/panels/group-panels.ts';
import { groupsChart } from './groups-chart.ts';
import { gapText } from './demographic-panel.tsx';
import { cellText } from '../../components/charts/table-data.ts';
import { extremesText, figuresText, findingText } from './figures.ts';
import { paperTheme } from '../../components/charts/chart-theme.ts';
import { withoutOwn } from './own-filters.tsx';
import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { yearOnYearHeader } from '../../../shared/statistics/year-on-year.ts';
import { regionalChart, stepsOf } from './regional-chart.ts';
import { positionText } from './regional-panel.tsx';
import { inMoney, trendChart, yearOnYearText } from './trend-panel.tsx';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const state = (median: number) => ({ codigo: '', nome: '', rank: 1, ...figures(40, median) });
const { regional, trend, gender, age } = samplePanels;

describe('figures in words', () => {
  test('are the median, the middle half and n; fewer than five records are only counted', () => {
    expect(plain(figuresText('Micro', figures(40, 1000)))).toBe(
      'Micro: mediana R$ 1.000,00; metade central de R$ 800,00 a R$ 1.300,00; 40 registros',
    );
    expect(plain(figuresText('Micro', figures(4, 1000)))).toBe(
      'Micro: 4 registros; com menos de 5, mostramos só a contagem',
    );
  });

  test('name the extremes when there are two', () => {
    const groups = [
      { label: 'A', figures: figures(30, 1500) },
      { label: 'B', figures: figures(29, 9000) },
      { label: 'C', figures: figures(30, 1200) },
    ];
    expect(plain(extremesText({ isComparable: true, designEffect: 1, groups }))).toBe(
      'Entre 2 grupos com ao menos 30 registros, a maior mediana é R$ 1.500,00 (A); a menor, R$ 1.200,00 (C). Com menos registros, há mediana maior ou menor que essas, por exemplo: B (29 registros).',
    );
    const tied = [...groups, { label: 'D', figures: figures(30, 1500) }];
    expect(plain(extremesText({ isComparable: true, designEffect: 1, groups: tied }))).toContain(
      'a maior mediana é R$ 1.500,00 (A e D);',
    );
    expect(extremesText({ isComparable: true, designEffect: 1, groups: groups.slice(0, 2) })).toBe(
      '',
    );
    // The records of an unknown code are no group that pays best.
    const unknown = { label: 'Não informado', figures: figures(300, 9000), isUnknown: true };
    expect(
      extremesText({ isComparable: true, designEffect: 1, groups: [...groups, unknown] }),
    ).not.toContain('Não informado');
    const same = ['A', 'B', 'C'].map((label) => ({ label, figures: figures(300, 1621) }));
    expect(plain(findingText({ isComparable: true, designEffect: 1, groups: same }) ?? '')).toBe(
      'Entre 3 grupos com ao menos 30 registros, a mediana é a mesma: R$ 1.621,00.',
    );
    // Incomplete data has neither extremes nor the "few records" reason.
    expect(extremesText({ isComparable: false, designEffect: 1, groups })).toBe('');
    expect(findingText({ isComparable: true, designEffect: 1, groups: [] })).toMatch(
      /^Poucos registros/,
    );
    expect(findingText({ isComparable: false, designEffect: 1, groups })).toBeNull();
    // A design effect of two: 30 records count as 15 independent ones.
    expect(findingText({ isComparable: true, designEffect: 2, groups })).toMatch(/^Poucos/);
    // A difference of 28 is within √(20² + 20²) = 28.3.
    const alike = [
      { label: 'A', figures: figures(300, 1500) },
      { label: 'B', figures: figures(300, 1528) },
    ];
    expect(findingText({ isComparable: true, designEffect: 1, groups: alike })).toBe(
      'Entre 2 grupos com ao menos 30 registros, a diferença entre a maior e a menor mediana pode ser acaso.',
    );
  });
});

describe('regional', () => {
  test('steps are spans of equal width that meet without gaps and hold every median', () => {
    const steps = stepsOf([state(1621), state(1804.4), state(1700)], 1);
    expect(steps).toEqual([
      { step: 0, from: 1621, to: 1657 },
      { step: 1, from: 1658, to: 1693 },
      { step: 2, from: 1694, to: 1730 },
      { step: 3, from: 1731, to: 1766 },
      { step: 4, from: 1767, to: 1804 },
    ]);
    expect(stepsOf([state(1621), state(1622.4)], 1)).toEqual([{ step: 2, from: 1621, to: 1622 }]);
    expect(stepsOf([{ ...state(1), rank: null, ...figures(29, 1) }], 1)).toEqual([]);
  });

  test('a single state with enough records is called neither the highest nor the lowest', () => {
    const [first, ...others] = regional.states;
    const states = [first, ...others.map((one) => ({ ...one, rank: null }))].flatMap(
      (one) => one ?? [],
    );
    const { summary } = regionalChart({ ...regional, states, rankedStates: 1 }, undefined);
    expect(plain(summary)).toMatch(/^Só .+ tem mediana de ao menos 30 registros: R\$ [\d.,]+\.$/);
  });

  test('without positions it does not deny the medians of the list', () => {
    const states = regional.states.map((one) => ({ ...one, ...figures(20, 1800), rank: null }));
    const few = { ...regional, states, rankedStates: 0 };
    expect(regionalChart(few, undefined).summary).toBe(
      'Sem posições: nenhum estado tem mediana de ao menos 30 registros.',
    );
    expect(regionalChart({ ...few, isComparable: false }, undefined).summary).toBe(
      'Mediana por estado, sem posições: os dados estão incompletos.',
    );
  });

  test('states the position of the requested state and compares it with the country', () => {
    expect(plain(positionText(regional, 'SP'))).toBe(
      'São Paulo tem a 2ª maior mediana de 3 estados com ao menos 30 registros: R$ 2.000,00, 5,3 % acima da do Brasil (R$ 1.900,00).',
    );
    expect(plain(positionText(regional, 'BA'))).toContain('15,8 % abaixo da do Brasil');
    const first = regional.states.map((one) => ({ ...one, rank: one.codigo === 'SP' ? 1 : 2 }));
    expect(plain(positionText({ ...regional, states: first }, 'SP'))).toMatch(
      /^São Paulo tem a maior mediana de 3 estados com ao menos 30 registros: /,
    );
    const alone = first.map((one) => (one.codigo === 'SP' ? one : { ...one, rank: null }));
    expect(plain(positionText({ ...regional, states: alone, rankedStates: 1 }, 'SP'))).toBe(
      'Só São Paulo tem mediana de ao menos 30 registros: R$ 2.000,00, 5,3 % acima da do Brasil (R$ 1.900,00).',
    );
    expect(positionText(regional, 'AC')).toContain('Acre não tem posição');
    expect(positionText(regional, 'RR')).toContain('RR não tem posição');
    expect(plain(positionText(regional, undefined))).toContain(
      'No Brasil, metade ganha até R$ 1.900,00.',
    );
  });

  test('a position is uncertain where the difference to another one may be chance', () => {
    const [first, second] = regional.states.filter(({ rank }) => rank !== null);
    const near = (first?.median ?? 0) - 10;
    const states = regional.states.map((one) =>
      one.codigo === second?.codigo ? { ...one, ...figures(500, near) } : one,
    );
    expect(plain(positionText({ ...regional, states }, first?.codigo))).toMatch(
      / A posição é incerta: a diferença para outros estados pode ser acaso\.$/,
    );
    // The third is far from both, and an equal median shares the position.
    expect(positionText({ ...regional, states }, 'BA')).not.toContain('incerta');
    const equal = regional.states.map((one) =>
      one.codigo === second?.codigo ? { ...one, ...figures(500, near + 10) } : one,
    );
    expect(positionText({ ...regional, states: equal }, first?.codigo)).not.toContain('incerta');
  });

  test('states how many records of the country have no known state', () => {
    const country = { ...regional.country, count: regional.country.count + 2 };
    for (const uf of ['SP', undefined])
      expect(plain(positionText({ ...regional, country }, uf))).toBe(
        `${plain(positionText(regional, uf))} Sem estado informado: 2 registros.`,
      );
  });

  test('a position states a tie, an equal median and a difference that may be chance', () => {
    const states = regional.states.map((one) =>
      one.codigo === 'SP' ? { ...one, ...figures(500, 1910) } : one,
    );
    // Half-widths of R$ 20,00 each: a difference of R$ 10,00 is within √(20² + 20²).
    expect(plain(positionText({ ...regional, states }, 'SP'))).toBe(
      'São Paulo tem a 2ª maior mediana de 3 estados com ao menos 30 registros: R$ 1.910,00, 0,5 % acima da do Brasil (R$ 1.900,00; pode ser acaso).',
    );
    const tied = states.map((one) => (one.codigo === 'BA' ? { ...one, rank: 2 } : one));
    const country = figures(863, 1910);
    expect(plain(positionText({ ...regional, states: tied, country }, 'SP'))).toBe(
      'São Paulo tem a 2ª maior mediana de 3 estados com ao menos 30 registros, empatado com 1 outro: R$ 1.910,00, igual à do Brasil.',
    );
    const few = { ...regional, country: figures(4, 0) };
    expect(plain(positionText(few, 'SP'))).toBe(
      'São Paulo tem a 2ª maior mediana de 3 estados com ao menos 30 registros: R$ 2.000,00.',
    );
    expect(positionText(few, undefined)).toBe('Faltam registros para uma mediana do país.');
  });

  test('incomplete data have the median of the country, and no order', () => {
    expect(plain(positionText(regional, undefined))).toBe(
      'No Brasil, metade ganha até R$ 1.900,00. Na ordem, 3 estados com ao menos 30 registros.',
    );
    expect(plain(positionText({ ...regional, rankedStates: 1 }, undefined))).toMatch(
      /Na ordem, 1 estado com ao menos 30 registros\.$/,
    );
    expect(plain(positionText({ ...regional, rankedStates: 0 }, undefined))).toBe(
      'No Brasil, metade ganha até R$ 1.900,00.',
    );
    const incomplete = { ...regional, isComparable: false };
    expect(plain(positionText(incomplete, undefined))).toBe(
      'No Brasil, metade ganha até R$ 1.900,00.',
    );
    expect(positionText(incomplete, 'SP')).toBe(
      'São Paulo não tem posição: os dados estão incompletos.',
    );
  });

  test('names the rule that suppresses a place with many records', () => {
    const noFigures = { average: null, p25: null, median: null, p75: null, medianInterval: null };
    const suppressed = { suppressed: 'protege_outro' as const, ...noFigures };
    const rule = 'Omitido para que o total não revele um grupo com poucos registros.';
    const country = { ...regional.country, ...suppressed };
    expect(positionText({ ...regional, country }, undefined)).toBe(rule);
    const states = regional.states.map((one) => ({ ...one, rank: null, ...suppressed }));
    expect(positionText({ ...regional, states }, 'SP')).toBe(`São Paulo não tem posição. ${rule}`);
  });

  test('the table has every state and the country', () => {
    const { columns, rows } = regionalChart(regional, 'SP').table;
    expect(rows.map(([name]) => name)).toEqual([
      'Distrito Federal',
      'São Paulo',
      'Bahia',
      'Acre',
      'Brasil',
    ]);
    // R$ 2.000,00: quartiles of 0.8 and 1.3 times as much, a mean of 1.1 times; 500 of 1,000 records.
    const of = (at: number) =>
      Object.fromEntries(columns.map(({ header }, column) => [header, rows[at]?.[column]]));
    expect(of(1)).toEqual({
      Estado: 'São Paulo',
      Posição: 2,
      Registros: 500,
      Parte: 0.5,
      Q1: 1600,
      Mediana: 2000,
      Q3: 2600,
      Média: 2200,
    });
    expect(of(4)).toMatchObject({ Posição: null, Registros: 863, Mediana: 1900 });
  });
});

/** The last row's change in percent: a median of 1000, and a year later another. */
const changeOf = (median: number) => {
  const months = trend.months.map((month) => ({
    ...month,
    ...monthFigures(100, month.month === '202506' ? 1000 : median, 1),
  }));
  return trendChart({ ...trend, months }, 'nominal')
    .table.rows.at(-1)
    ?.at(-1);
};

describe('trend', () => {
  test('real money has the figures of corrected records', () => {
    const [month] = trend.months;
    if (!month) throw new Error('No month.');
    expect(inMoney(month, 'real').median).toBe(1890);
    expect(inMoney(month, 'nominal').median).toBe(1800);
    expect(inMoney({ ...month, real: null }, 'real').median).toBeNull();
  });

  test('a month without an index has its records and no amount in real money', () => {
    const months = trend.months.map((month) => ({ ...month, count: 1234, real: null }));
    const namesIn = (money: 'real' | 'nominal') =>
      trendChart({ ...trend, months }, money)
        .draw(800, paperTheme)
        .marks.map(({ name }) => plain(name));
    expect(namesIn('real').at(-1)).toBe('jun/2026: sem índice para este mês; 1.234 registros');
    expect(namesIn('nominal').at(-1)).toMatch(/^jun\/2026: .*mediana R\$ 1\.890,00/);
    // Few records have no amount either, whatever the index.
    const few = {
      count: 3,
      average: null,
      p25: null,
      median: null,
      p75: null,
      medianInterval: null,
      suppressed: 'poucos_registros' as const,
    };
    const fewMonths = months.map((month) => ({ ...month, ...few }));
    const { marks } = trendChart({ ...trend, months: fewMonths }, 'nominal').draw(800, paperTheme);
    expect(marks[0]?.name).not.toContain('índice');
  });

  test('the table has the change in a year only if a month has one', () => {
    const lastHeader = (months: typeof trend.months) =>
      trendChart({ ...trend, months }, 'nominal').table.columns.at(-1)?.header;
    expect(lastHeader(trend.months)).toBe(yearOnYearHeader);
    // June 2026 without June 2025.
    expect(lastHeader(trend.months.slice(1))).not.toBe(yearOnYearHeader);
  });

  test('the change of the table is rounded once, as in sentences: 8,346 %', () => {
    expect(cellText(changeOf(1083.46) ?? null, 'percent')).toBe('8,3\u00a0%');
  });

  test('the change is against the same month of the year before', () => {
    expect(plain(yearOnYearText(trend, 'nominal'))).toBe(
      'Em junho de 2026, metade ganhou até R$ 1.890,00: 5,0 % a mais que em jun/2025, sem descontar a inflação.',
    );
    expect(plain(yearOnYearText(trend, 'real'))).toBe(
      'Em junho de 2026, metade ganhou até R$ 1.890,00: o mesmo que em jun/2025, descontada a inflação (INPC).',
    );
    expect(plain(yearOnYearText({ ...trend, months: trend.months.slice(1) }, 'nominal'))).toContain(
      'Mudança em 12 meses: há 2 dos 13 meses necessários.',
    );
  });

  test('names the month of its prices', () => {
    expect(trendChart(trend, 'real').legend).toContain('em reais de jun/2026 (INPC)');
    expect(trendChart(trend, 'nominal').legend).toContain('em valores nominais');
    const { legend } = trendChart({ ...trend, realMonth: '202605' }, 'real');
    expect(legend).toMatch(/do mês\. Depois de mai\/2026 ainda não há INPC: .+ nominais\.$/);
  });
});

const agesTextOf = (outside: number) => plain(knownAgesText({ ...age, outside }));

describe('demographics', () => {
  test('the three commonest bands, as whole percentages of those in a band', () => {
    expect(topBands(age.bands)).toEqual([
      { faixa: '18-25', count: 400, percent: '40\u00a0%' },
      { faixa: '26-35', count: 350, percent: '35\u00a0%' },
      { faixa: '36-45', count: 150, percent: '15\u00a0%' },
    ]);
    const uneven = age.bands.map((band, index) => ({ ...band, count: [2000, 5][index] ?? 0 }));
    expect(topBands(uneven).map(({ percent }) => plain(percent))).toEqual(['>99 %', '<1 %']);
    expect(topBands([])).toEqual([]);
    const counts = [10, 25, 0, 40, 25];
    const unordered = age.bands.map((band, index) => ({ ...band, count: counts[index] ?? 0 }));
    // Bands without records are left out, and bands with equally many stay in their order.
    expect(topBands(unordered).map(({ faixa, percent }) => [faixa, plain(percent)])).toEqual([
      ['46-55', '40 %'],
      ['26-35', '25 %'],
      ['55+', '25 %'],
    ]);
    const all = age.bands.map((band, index) => ({ ...band, count: index === 1 ? 40 : 0 }));
    expect(topBands(all).map(({ percent }) => plain(percent))).toEqual(['100 %']);
  });

  test('the records without a band are counted only where there are some', () => {
    expect(agesTextOf(0)).toBe('De 1.000 registros com faixa conhecida.');
    expect(agesTextOf(1)).toBe(
      'De 1.000 registros com faixa conhecida; fora dela, 1 registro (menores de 18 anos ou sem idade).',
    );
  });

  test('pay by age has all five bands, in their order, whatever their records', () => {
    const none = { faixa: '55+' as const, ...figures(0, 0) };
    const { table, draw } = groupsChart(
      groupPanel(
        'age',
        { ...samplePanels, age: { ...age, bands: [...age.bands.slice(0, 4), none] } },
        { faixaEtaria: '26-35' },
      ),
    );
    expect(table.rows.map(([name, count]) => [name, count])).toEqual([
      ['18 a 25 anos', 400],
      ['26 a 35 anos', 350],
      ['36 a 45 anos', 150],
      ['46 a 55 anos', 80],
      ['55+ (56 anos ou mais)', 0],
    ]);
    expect(
      draw(800, paperTheme)
        .marks.map(({ name }) => plain(name))
        .at(-1),
    ).toBe('55+ (56 anos ou mais): nenhum registro');
  });

  test('the gap is stated with its interval only when there is one', () => {
    expect(plain(gapText(gender))).toBe(
      'A mediana das mulheres é R$ 200,00 (10,0 %) menor que a dos homens. Intervalo de 95 % da diferença: −R$ 260,50 a −R$ 139,50.',
    );
    expect(plain(gapText({ ...gender, gap: { ...gender.gap, interval: null } }))).toBe(
      'A mediana das mulheres é R$ 200,00 (10,0 %) menor que a dos homens.',
    );
    // 29 women and 90 men: no sentence says whose median is higher, as for the other groups.
    const few = gender.genders.map((one) => ({ ...one, count: one.genero === 'F' ? 29 : 90 }));
    expect(gapText({ ...gender, genders: few })).toBe(
      'Poucos registros por grupo para dizer qual mediana é maior.',
    );
    expect(gapText({ ...gender, gap: null })).toContain('ao menos 5 registros de cada gênero');
  });
});

describe('the rule of suppression', () => {
  const none = { average: null, p25: null, median: null, p75: null, medianInterval: null };
  const omitted = { ...figures(34, 1), ...none, suppressed: 'protege_outro' as const };
  const [, ...sizes] = samplePanels.companySize.sizes;
  const noteOf = (first: GroupFigures) =>
    groupsChart(
      groupPanel(
        'companySize',
        {
          ...samplePanels,
          companySize: {
            ...samplePanels.companySize,
            sizes: [{ porte: 'MICRO', ...first }, ...sizes],
          },
        },
        SearchFilters.parse({}),
      ),
    ).note;

  const protectedText = 'Omitimos valores que revelariam os de um grupo pequeno.';

  test('is below a panel in which a group protects another', () => {
    expect(noteOf(omitted)).toBe(protectedText);
    const place = { codigo: '1', nome: 'Lugar', rank: null, ...omitted };
    const { municipalities } = regional;
    const places = {
      ...regional,
      municipalities: municipalities && { ...municipalities, places: [place] },
    };
    expect(regionalChart(places, 'SP').note).toBe(protectedText);
    // The regions have no means, and protect nothing by that.
    expect(regionalChart(regional, 'SP').note).toBe('');
    const months = trend.months.map((month) => ({ ...month, ...omitted, real: null }));
    expect(trendChart({ ...trend, months }, 'nominal').note).toBe(protectedText);
  });

  test('is there for a mean alone, and not for a small group without one that protects it', () => {
    const shown = figures(40, 1000);
    if (shown.suppressed !== null) throw new Error('No figures.');
    expect(noteOf({ ...shown, average: null })).toBe(protectedText);
    expect(noteOf(figures(4, 1000))).toBe('');
  });
});

test('a panel answers the query without its own filter, and with all others', () => {
  const requested = SearchFilters.parse({
    cbo: '521110',
    uf: 'SP',
    municipios: ['355030'],
    porte: 'MICRO',
  });
  expect(withoutOwn(requested, 'place')).toEqual(
    SearchFilters.parse({ cbo: '521110', porte: 'MICRO' }),
  );
  expect(withoutOwn(requested, 'companySize')).toEqual({ ...requested, porte: undefined });
  expect(withoutOwn(requested, 'sex')).toEqual(requested);
});
