import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile } from '../../../../tests/support/official-file.ts';
import { preparedAnswering } from '../../../../tests/support/prepared-answering.ts';
import { SearchRequest } from '../../../../shared/contracts/search.ts';
import { countedAnswer, engineBackend } from '../../present/answer.ts';

let installation: Installation;

// The salary identifies each line. The first is a shop assistant of commerce, 20 to 49 employees, 44 hours, a common
// contract. Every other line differs from it only in the fields listed here.
const lines = [
  { salary: '2001,00' },
  { salary: '2002,00', cbo: '521125' },
  { salary: '2003,00', cbo: '521199' },
  { salary: '2004,00', cbo: '10105' },
  { salary: '2005,00', section: 'C', subclass: '1011201', company_size: '4' },
  { salary: '2006,00', company_size: '4' },
  { salary: '2007,00', section: 'F', subclass: '4120400', company_size: '8' },
  { salary: '2008,00', section: 'Z', subclass: '9999999', company_size: '99' },
  { salary: '2009,00', subclass: '111301', section: 'A', company_size: '1' },
  { salary: '2010,00', hours: '20,00' },
  { salary: '2011,00', hours: '20,01' },
  { salary: '2012,00', hours: '39,99' },
  { salary: '2013,00', hours: '44,01' },
  { salary: '2014,00', hours: '' },
  { salary: '2015,00', apprentice: '1' },
  { salary: '2016,00', category: '103' },
  { salary: '2017,00', category: '106' },
  { salary: '2018,00', part_time: '1' },
  { salary: '2019,00', intermittent: '1' },
  { salary: '2020,00', category: '111' },
  { salary: '2021,00', part_time: '9', apprentice: '9' },
  { salary: '2022,00', schooling: '5' },
  { salary: '2023,00', schooling: '8' },
  { salary: '2024,00', schooling: '80' },
  { salary: '2025,00', schooling: '99' },
  { salary: '2026,00', race: '3' },
  { salary: '2027,00', disability: '6' },
  { salary: '2028,00', disability: '1' },
  { salary: '2029,00', disability: '' },
  { salary: '2030,00', disability: '2' },
  { salary: '2031,00', disability: '3' },
  { salary: '2032,00', disability: '4' },
  { salary: '2033,00', disability: '5' },
  { salary: '2034,00', section: '' },
];
const all = lines.map((_, index) => index + 1);
const but = (...without: number[]) => all.filter((line) => !without.includes(line));

beforeAll(async () => {
  installation = await newInstallation();
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
});
afterAll(async () => installation.close());

/** The lines that count, by their position in the list above, from the month files; the engine must find the same. */
async function found(filters: object): Promise<number[]> {
  const prepared = await preparedAnswering(installation);
  const request = SearchRequest.parse({ filters: { metodo: 'bruto', ...filters } });
  const { distribution } = await countedAnswer(request, prepared);
  const fromEngine = await countedAnswer(request, { ...prepared, backend: engineBackend });
  expect(fromEngine.distribution).toEqual(distribution);
  return distribution.centavos.map((centavos) => centavos / 100 - 2000);
}

describe('a filter takes the lines', () => {
  test.each([
    [{}, all],
    [{ cbos: ['521125', '5211-99'] }, [2, 3]],
    [{ cbo: '010105', cbos: ['521125'] }, [2, 4]],
    [{ cbos: [] }, all],
    [{ familiaCbo: '5211' }, but(4)],
    [{ familiaCbo: '0101' }, [4]],
    [{ familiaCbo: '0101', cbo: '521125' }, [2, 4]],
    [{ familiaCbo: '0101', searchQuery: 'astronauta de marte' }, [4]],
    [{ searchQuery: 'repositor de mercadorias' }, [2]],
    [{ searchQuery: 'repositor de mercadorias', cbos: ['010105'] }, [2, 4]],
    [{ familiaCbo: '5211', semCbos: ['521110'] }, [2, 3]],
    [{ familiaCbo: '5211', cbo: '521110', semCbos: ['521110'] }, but(4)],
    [{ searchQuery: 'repositor de mercadorias', semCbos: ['521110'] }, [2]],
    [{ searchQuery: 'repositor de mercadorias', familiaCbo: '0101', semCbos: ['521125'] }, [4]],
    [{ municipios: [] }, all],
    [{ porte: 'MICRO' }, [5, 9]],
    [{ porte: 'PEQUENA' }, but(5, 7, 8, 9)],
    [{ porte: 'MEDIA' }, [7]],
    [{ porte: 'GRANDE' }, []],
    [{ secao: 'c' }, [5]],
    [{ secao: 'Z' }, [8]],
    [{ cnaes: ['0111-3/01', '4120400'] }, [7, 9]],
    [{ cnaes: ['0111301'], secao: 'F' }, []],
    [{ cnaes: [] }, all],
    [{ horas: 'ate-20' }, [10]],
    [{ horas: '20-30' }, [11]],
    [{ horas: '30-39' }, [12]],
    [{ horas: '40-44' }, but(10, 11, 12, 13, 14)],
    [{ horas: 'mais-de-44' }, [13]],
    [{ contrato: 'aprendiz' }, [15, 16]],
    [{ contrato: 'temporario' }, [17]],
    [{ contrato: 'parcial' }, [18]],
    [{ contrato: 'intermitente' }, [19, 20]],
    [{ contrato: 'comum' }, but(15, 16, 17, 18, 19, 20)],
    [{ nivelEscolaridade: 'fundamental' }, [22]],
    [{ nivelEscolaridade: 'medio' }, but(22, 23, 24, 25)],
    [{ nivelEscolaridade: 'superior' }, [23]],
    [{ nivelEscolaridade: 'pos' }, [24]],
    [{ nivelEscolaridade: 'medio', escolaridade: '3' }, []],
    [{ escolaridade: '80' }, [25]],
    [{ raca: 3 }, [26]],
    [{ deficiencia: 'sim' }, [27, 28, 30, 31, 32, 33]],
    [{ deficiencia: '6' }, [27]],
    [{ deficiencia: 'nao' }, but(27, 28, 29, 30, 31, 32, 33)],
    [{ salarioMin: 2033 }, [33, 34]],
    [{ salarioMax: 2002 }, [1, 2]],
    [{ salarioMin: 2005, salarioMax: 2005 }, [5]],
    [{ porte: 'MEDIA', secao: 'F', contrato: 'comum', horas: '40-44' }, [7]],
  ])('%j', async (filters, expected) => {
    expect(await found(filters)).toEqual(expected);
  });
});

test('the rule of the MTE has nothing left of intermittent contracts, and the funnel says why', async () => {
  const { totalCount, method } = await installation.counted({
    contrato: 'intermitente',
    cbo: '521110',
    salarioMin: 2019,
    salarioMax: 2019,
  });
  expect(totalCount).toBe(0);
  const intermittent = method.funnel.find(({ step }) => step === 'intermitente');
  expect(intermittent).toMatchObject({ removed: 1, remaining: 1 });
});

test('the occupations of a family are reported with their records, those without a title by their code', async () => {
  const { occupations } = await installation.counted({ familiaCbo: '5211', metodo: 'bruto' });
  expect(occupations).toEqual([
    { cbo: '521110', titulo: 'Vendedor de comércio varejista', count: 31 },
    { cbo: '521125', titulo: 'Repositor de mercadorias', count: 1 },
    { cbo: '521199', titulo: null, count: 1 },
  ]);
});
