import type { GroupFigures, Panels, Place } from '../../shared/contracts/panels.ts';

/** Figures of a group around a median, in reais; with fewer than five records only a count. */
export function figures(count: number, median: number, total = 1000): GroupFigures {
  const share = count / total;
  if (count < 5) {
    return {
      count,
      share,
      suppressed: count === 0 ? 'sem_registros' : 'poucos_registros',
      average: null,
      p25: null,
      median: null,
      p75: null,
      medianInterval: null,
    };
  }
  return {
    count,
    share,
    suppressed: null,
    average: median * 1.1,
    p25: median * 0.8,
    median,
    p75: median * 1.3,
    medianInterval: { lower: median - 20, upper: median + 20 },
  };
}

/** A month's figures, and the same in real money with a factor. */
export function monthFigures(count: number, median: number, factor: number) {
  const own = figures(count, median);
  const real = figures(count, median * factor);
  return {
    ...own,
    real:
      real.suppressed === null
        ? {
            average: real.average,
            p25: real.p25,
            median: real.median,
            p75: real.p75,
            medianInterval: real.medianInterval,
          }
        : null,
  };
}

function place(
  codigo: string,
  nome: string,
  rank: number | null,
  count: number,
  median: number,
): Place {
  return { codigo, nome, rank, ...figures(count, median) };
}

/** A group whose figures are suppressed, because they would reveal another's. */
export const noFigures = {
  suppressed: 'protege_outro',
  average: null,
  p25: null,
  median: null,
  p75: null,
  medianInterval: null,
} as const;

/** A small answer's panels: four states, one of them without a median; three months; two sectors. */
export const samplePanels = {
  regional: {
    isComparable: true,
    designEffect: 1,
    states: [
      place('DF', 'Distrito Federal', 1, 60, 2500),
      place('SP', 'São Paulo', 2, 500, 2000),
      place('BA', 'Bahia', 3, 300, 1600),
      place('AC', 'Acre', null, 3, 0),
    ],
    rankedStates: 3,
    country: figures(863, 1900),
    municipalities: {
      uf: 'SP',
      nome: 'São Paulo',
      total: 2,
      places: [
        place('355030', 'São Paulo', 1, 450, 2100),
        place('350950', 'Campinas', 2, 50, 1950),
      ],
      regions: [
        place('350001', 'Região de São Paulo', 1, 450, 2100),
        place('350038', 'Região de Campinas', 2, 50, 1950),
      ],
    },
  },
  companySize: {
    isComparable: true,
    designEffect: 1,
    sizes: [
      { porte: 'MICRO', ...figures(400, 1700) },
      { porte: 'GRANDE', ...figures(300, 2300) },
      { porte: null, ...figures(4, 0) },
    ],
  },
  trend: {
    designEffect: 1,
    months: [
      {
        month: '202506',
        isRequested: false,
        isComparable: true,
        ...monthFigures(90, 1800, 1.05),
      },
      { month: '202605', isRequested: false, isComparable: true, ...monthFigures(2, 0, 1.01) },
      { month: '202606', isRequested: true, isComparable: true, ...monthFigures(100, 1890, 1) },
    ],
    realMonth: '202606',
  },
  gender: {
    isComparable: true,
    designEffect: 1,
    genders: [
      { genero: 'M', ...figures(500, 2000) },
      { genero: 'F', ...figures(450, 1800) },
    ],
    gap: {
      women: 1800,
      men: 2000,
      difference: -200,
      percent: -10,
      interval: { lower: -260.5, upper: -139.5 },
    },
  },
  schooling: {
    isComparable: true,
    designEffect: 1,
    groups: [
      { escolaridade: '5', nome: 'Médio Completo', ...figures(800, 1800) },
      { escolaridade: '7', nome: 'Superior Completo', ...figures(150, 3200) },
    ],
  },
  age: {
    isComparable: true,
    designEffect: 1,
    bands: [
      { faixa: '18-25', ...figures(400, 1700) },
      { faixa: '26-35', ...figures(350, 1900) },
      { faixa: '36-45', ...figures(150, 2000) },
      { faixa: '46-55', ...figures(80, 2000) },
      { faixa: '55+', ...figures(20, 1900) },
    ],
    outside: 7,
  },
  sector: {
    isComparable: true,
    designEffect: 1,
    level: 'secao',
    section: null,
    total: 2,
    sectors: [
      {
        codigo: 'G',
        nome: 'Comércio; reparação de veículos automotores e motocicletas',
        ...figures(700, 1800),
      },
      { codigo: 'C', nome: 'Indústrias de transformação', ...figures(200, 2200) },
    ],
  },
  family: {
    isComparable: true,
    designEffect: 1,
    familia: '5211',
    occupations: [
      {
        cbo: '521110',
        titulo: 'Vendedor de comércio varejista',
        isRequested: true,
        ...figures(700, 1800),
      },
      { cbo: '521140', titulo: null, isRequested: false, ...figures(30, 1700) },
    ],
  },
} satisfies Panels;
