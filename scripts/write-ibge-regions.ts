/**
 * Derives server/reference/ibge-regions.json from two local tables, under Node 24: `npm exec -- node
 * scripts/write-ibge-regions.ts <regions.csv> <seats.csv>`. The first has the columns codigo, codigo_imediata,
 * nome_imediata, codigo_intermediaria and nome_intermediaria (IBGE, Divisão Regional do Brasil, 2017); the second codigo,
 * latitude and longitude of each municipality's seat. Fields are separated by semicolons.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { IbgeRegionTable } from '../server/reference/ibge-regions.ts';

const [regionsPath, seatsPath] = process.argv.slice(2);
if (regionsPath === undefined || seatsPath === undefined) {
  throw new Error('Give the table of the regions and the table of the seats.');
}

async function rowsOf(path: string): Promise<string[][]> {
  const [, ...lines] = (await readFile(path, 'utf8')).trim().split(/\r?\n/);
  return lines.map((line) => line.split(';'));
}

const sixDigits = (code: string) => code.slice(0, 6);
const seats = new Map(
  (await rowsOf(seatsPath)).map(([code = '', latitude, longitude]) => [
    sixDigits(code),
    [latitude, longitude].map((degrees) => Number(degrees).toFixed(2)).join(' '),
  ]),
);
// The workbook of 2017 spells one intermediate region "Juíz de Fora".
const intermediate: Record<string, string> = {};
const immediate: Record<string, [name: string, intermediate: string]> = {};
const towns: Record<string, string[]> = {};
for (const [code = '', own = '', name = '', around = '', nameAround = ''] of await rowsOf(
  regionsPath,
)) {
  const seat = seats.get(sixDigits(code));
  if (seat === undefined) throw new Error(`No seat of ${code}.`);
  intermediate[around] = nameAround.replace('Juíz', 'Juiz');
  immediate[own] = [name, around];
  (towns[own] ??= []).push(`${sixDigits(code)} ${seat}`);
}

const table: IbgeRegionTable = {
  source:
    'IBGE, Divisão Regional do Brasil em Regiões Geográficas Imediatas e Intermediárias, 2017, with the municipality added by the DTB 2024. Seats: kelvins/municipios-brasileiros and rfsaldanha/microdatasus (MIT), in degrees with two decimals.',
  intermediate,
  immediate,
  towns: Object.fromEntries(
    Object.entries(towns).map(([code, own]) => [code, own.toSorted().join(', ')]),
  ),
};
// One line for each region, so that a diff shows the changes of a newer table.
const text = Object.entries(table)
  .map(([key, value]) =>
    typeof value === 'string'
      ? `${JSON.stringify(key)}: ${JSON.stringify(value)}`
      : `${JSON.stringify(key)}: {\n${Object.entries(value)
          .map(([code, entry]) => `${JSON.stringify(code)}: ${JSON.stringify(entry)}`)
          .join(',\n')}\n}`,
  )
  .join(',\n');
await writeFile(
  new URL('../server/reference/ibge-regions.json', import.meta.url),
  `{\n${text}\n}\n`,
);
