import { sheet } from './sample-workbook.ts';
import type { ReadWorkbook } from './workbook-reader.ts';

type Typed = Readonly<Record<string, number>>;

/** The values of "'Porte'!$A$6:$A$8", '' for an empty cell. */
export function rangeValues(workbook: ReadWorkbook, reference: string): (string | number)[] {
  const [, at = '', column = '', first = '', , last = first] =
    /^'?([^'!]+)'?!\$([A-Z]+)\$(\d+)(:\$[A-Z]+\$(\d+))?$/.exec(reference) ?? [];
  const { cells } = sheet(workbook, at);
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, index) => cells.get(`${column}${Number(first) + index}`)?.value ?? '',
  );
}

/** Every formula of a workbook, with its address. */
export function formulasOf(workbook: ReadWorkbook) {
  return [...workbook.sheets].flatMap(([, { cells }]) =>
    [...cells].filter(([, { formula }]) => formula !== undefined),
  );
}

/** The value of a named cell after other values are typed. */
export function evaluate(workbook: ReadWorkbook, name: string, typed: Typed): number {
  return evaluateCell(
    workbook,
    workbook.names.get(name)?.split('!')[1]?.replaceAll('$', '') ?? '',
    typed,
  );
}

/** The value of a cell after other values are typed, by its formula. */
export function evaluateCell(workbook: ReadWorkbook, address: string, typed: Typed): number {
  const name = [...workbook.names].find(
    ([, reference]) => reference.replaceAll('$', '') === `'Distribuição'!${address}`,
  )?.[0];
  const given = typed[name ?? ''];
  if (given !== undefined) return given;
  const cell = sheet(workbook, 'Distribuição').cells.get(address);
  if (cell?.formula === undefined) return Number(cell?.value);
  return evaluateFormula(cell.formula, {
    number: (word) => {
      const reference = workbook.names.get(word);
      return evaluateCell(workbook, reference?.split('!')[1]?.replaceAll('$', '') ?? word, typed);
    },
    range: (word) => rangeValues(workbook, workbook.names.get(word) ?? '').map(Number),
  });
}

interface Names {
  readonly number: (word: string) => number;
  readonly range: (word: string) => number[];
}

/** The few functions that the formulas use, as Excel defines them; an error is NaN. */
function evaluateFormula(formula: string, names: Names): number {
  const words = formula.match(/[A-Za-z_]\w*|\d+(?:\.\d+)?|[-+*/(),]/g) ?? [];
  let at = 0;
  const take = (word: string) => {
    if (words[at] !== word) throw new Error(`${word} is missing in ${formula}`);
    at += 1;
  };
  const sum = (): number => {
    let value = product();
    while (words[at] === '+' || words[at] === '-') {
      value += words[at++] === '+' ? product() : -product();
    }
    return value;
  };
  const product = (): number => {
    let value = factor();
    while (words[at] === '*' || words[at] === '/') {
      value = words[at++] === '*' ? value * factor() : value / factor();
    }
    return value;
  };
  const range = () => names.range(words[at++] ?? '');
  const factor = (): number => {
    const word = words[at++] ?? '';
    if (word === '(') {
      const value = sum();
      take(')');
      return value;
    }
    if (/^\d/.test(word)) return Number(word);
    if (words[at] !== '(') return names.number(word);
    take('(');
    const value = call(word);
    take(')');
    return value;
  };
  const call = (word: string): number => {
    if (word === 'MAX') return Math.max(...range());
    if (word === 'INT') return Math.floor(sum());
    if (word === 'MATCH') {
      const wanted = sum();
      take(',');
      const values = range();
      take(',');
      if (sum() !== 1) throw new Error('Only ascending ranges are searched.');
      const place = values.findLastIndex((value) => value <= wanted);
      return place === -1 ? Number.NaN : place + 1;
    }
    if (word === 'INDEX') {
      const values = range();
      take(',');
      return values[sum() - 1] ?? Number.NaN;
    }
    const first = sum();
    take(',');
    const second = sum();
    if (word === 'MIN') return Math.min(first, second);
    if (word === 'IFERROR') return Number.isNaN(first) ? second : first;
    if (word === 'ROUND') return roundAsExcel(first, second);
    throw new Error(`${word} is not known.`);
  };
  const value = sum();
  if (at !== words.length) throw new Error(`More than a formula: ${formula}`);
  return value;
}

/** Excel reduces a value to fifteen significant digits before it rounds, halves away from zero. */
function roundAsExcel(value: number, digits: number): number {
  const shown = Number((value * 10 ** digits).toPrecision(15));
  return (Math.sign(shown) * Math.floor(Math.abs(shown) + 0.5)) / 10 ** digits;
}
