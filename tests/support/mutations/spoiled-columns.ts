import { integerBetween, type Random } from '../random.ts';
import { byFields, byText, oneOf, type Mutation } from './mutation.ts';

const anyOf = (items: readonly unknown[], random: Random) =>
  integerBetween(random, 0, items.length - 1);

/** Files with columns, delimiters or values unlike an official file's. */
export const spoiledColumns: readonly Mutation[] = [
  {
    name: 'column dropped',
    outcome: 'REFUSED',
    make: byFields((header, rows, random) => {
      const at = anyOf(header, random);
      return [header, ...rows].map((fields) => fields.toSpliced(at, 1));
    }),
  },
  {
    name: 'column dropped from the header',
    outcome: 'REFUSED',
    make: byFields((header, rows, random) => [header.toSpliced(anyOf(header, random), 1), ...rows]),
  },
  {
    name: 'column dropped from the lines',
    outcome: 'REFUSED',
    make: byFields((header, rows, random) => {
      const at = anyOf(header, random);
      return [header, ...rows.map((fields) => fields.toSpliced(at, 1))];
    }),
  },
  { name: 'columns swapped', outcome: 'PUBLISHED', make: byFields(swapped) },
  {
    name: 'header names swapped',
    make: byFields((header, rows, random) => [swapped(header, [], random)[0] ?? [], ...rows]),
  },
  {
    name: 'column doubled',
    outcome: 'REFUSED',
    make: byFields((header, rows, random) => {
      const at = anyOf(header, random);
      return [header, ...rows].map((fields) => fields.toSpliced(at, 0, fields[at] ?? ''));
    }),
  },
  {
    name: 'column renamed',
    make: byFields((header, rows, random) => [
      header.with(anyOf(header, random), oneOf(['coluna', '', 'salario2', 'competência'], random)),
      ...rows,
    ]),
  },
  {
    name: 'column added',
    outcome: 'PUBLISHED',
    make: byFields((header, rows) => [
      [...header, 'nova'],
      ...rows.map((fields) => [...fields, '1']),
    ]),
  },
  {
    name: 'header without accents, in capitals',
    outcome: 'PUBLISHED',
    make: byFields((header, rows) => [
      header.map((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()),
      ...rows,
    ]),
  },
  {
    name: 'header of the Legado series',
    outcome: 'REFUSED',
    make: byFields((header, rows) => [
      header.map((name) =>
        name.replace('competênciamov', 'competência').replace('origemdainformação', 'fonte'),
      ),
      ...rows,
    ]),
  },
  {
    name: 'header cut by a spreadsheet',
    outcome: 'REFUSED',
    make: byFields((header, rows, random) => {
      const length = integerBetween(random, 10, 13);
      return [header.map((name) => name.slice(0, length)), ...rows];
    }),
  },
  {
    name: 'no header',
    outcome: 'REFUSED',
    make: byFields((_, rows) => rows),
  },
  {
    name: 'header in the middle',
    make: byFields((header, rows, random) => [
      header,
      ...rows.toSpliced(anyOf(rows, random), 0, header),
    ]),
  },
  {
    name: 'other delimiter',
    outcome: 'REFUSED',
    make: byText((text, random) => text.replaceAll(';', oneOf([',', '\t', '|', ' ; '], random))),
  },
  {
    name: 'delimiter doubled',
    outcome: 'PUBLISHED',
    make: byText((text) => text.replaceAll(';', ';;')),
  },
  {
    name: 'every field quoted',
    make: byFields((header, rows) =>
      [header, ...rows].map((fields) => fields.map((field) => `"${field}"`)),
    ),
  },
  {
    name: 'stray quotes',
    make: byFields((header, rows, random) => [
      header,
      ...someFields(rows, random, (field) => `"${field}`),
    ]),
  },
  {
    name: 'lines of other widths',
    make: byFields((header, rows, random) => [
      header,
      ...rows.map((fields) =>
        random() < 0.02 ? oneOf([fields.slice(1), [...fields, ''], ['']], random) : fields,
      ),
    ]),
  },
  {
    name: 'blank lines',
    make: byText((text, random) => text + oneOf(['\r\n', '\n\n\n', ' \r\n', '\u{1a}'], random)),
  },
  { name: 'numbers in other forms', make: byFields(otherNumbers) },
  { name: 'decimal points', outcome: 'PUBLISHED', make: byFields(decimalPoints) },
  { name: 'wrong months', make: byFields(otherMonths) },
  {
    name: 'month of another file',
    outcome: 'REFUSED',
    make: byText((text) => text.replaceAll('202307', '202305')),
  },
  {
    name: 'text in the fields',
    make: byFields((header, rows, random) => [
      header,
      ...someFields(rows, random, () =>
        oneOf(
          ['=1+1', "'; drop table movements; --", '{month:UInt32}', '😀', '\u{2028}', '\\N', '\\'],
          random,
        ),
      ),
    ]),
  },
  {
    name: 'one line of 10 MB',
    isSlow: true,
    make: byFields((header, rows, random) => {
      const at = anyOf(rows, random);
      const long = oneOf(['9', ';', 'é', '"'], random).repeat(10_000_000);
      return [header, ...rows.toSpliced(at, 0, [long])];
    }),
  },
  {
    name: 'one field of 1 MB',
    isSlow: true,
    make: byFields((header, rows, random) => {
      const at = anyOf(header, random);
      const row = (rows[0] ?? []).with(at, '9'.repeat(1_000_000));
      return [header, ...rows, row];
    }),
  },
  {
    name: 'header of 10 MB',
    isSlow: true,
    outcome: 'REFUSED',
    make: byFields((header, rows) => [[...header, 'x'.repeat(10_000_000)], ...rows]),
  },
  {
    name: 'cut by a spreadsheet at its last line',
    isSlow: true,
    outcome: 'REFUSED',
    make: byFields((header, rows) => [
      header,
      ...Array.from({ length: 1_048_575 }, (_, index) => rows[index % rows.length] ?? []),
    ]),
  },
  {
    name: 'lines doubled',
    outcome: 'PUBLISHED',
    make: byFields((header, rows) => [header, ...rows, ...rows]),
  },
];

function swapped(header: string[], rows: string[][], random: Random): string[][] {
  const [one, other] = [anyOf(header, random), anyOf(header, random)];
  return [header, ...rows].map((fields) =>
    fields.with(one, fields[other] ?? '').with(other, fields[one] ?? ''),
  );
}

/** Changes a field either in few enough lines that the file may still be published, or in many. */
function someFields(
  rows: string[][],
  random: Random,
  change: (field: string) => string,
): string[][] {
  const share = oneOf([0.005, 0.3], random);
  return rows.map((fields) => {
    if (random() >= share) return fields;
    const at = anyOf(fields, random);
    return fields.with(at, change(fields[at] ?? ''));
  });
}

const numbers = [
  '1.234,56',
  '1,234.56',
  '1e99',
  '1e15',
  '1E-3',
  '9'.repeat(15),
  '9'.repeat(18),
  '9'.repeat(25),
  `${'9'.repeat(13)},99`,
  '-1500,00',
  '+5',
  'NaN',
  'inf',
  '0x10',
  '١٢٣',
  ' 12',
  'R$ 1.500,00',
  ',',
  '256',
  '-0',
  '1,2,3',
  `0,${'3'.repeat(400)}`,
] as const;

function otherNumbers(header: string[], rows: string[][], random: Random): string[][] {
  return [header, ...someFields(rows, random, () => oneOf(numbers, random))];
}

function decimalPoints(header: string[], rows: string[][]): string[][] {
  const decimals = ['horascontratuais', 'salário', 'valorsaláriofixo'];
  const columns = decimals.map((name) => header.indexOf(name));
  const changed = rows.map((fields) =>
    fields.map((field, at) => (columns.includes(at) ? field.replace(',', '.') : field)),
  );
  return [header, ...changed];
}

function otherMonths(header: string[], rows: string[][], random: Random): string[][] {
  const at = header.indexOf(oneOf(['competênciamov', 'competênciadec', 'competênciaexc'], random));
  const month = () =>
    oneOf(['202313', '000000', '202308', '2023-07', '07/2023', '9999999999', ''], random);
  const share = oneOf([0.005, 0.5], random);
  const changed = rows.map((fields) =>
    at !== -1 && random() < share ? fields.with(at, month()) : fields,
  );
  return [header, ...changed];
}
