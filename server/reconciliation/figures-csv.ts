import { AppError } from '../errors.ts';

const columns = [
  'edicao',
  'mes',
  'serie',
  'admissoes',
  'desligamentos',
  'saldo',
  'salario_medio_nominal',
  'fonte',
] as const;

/** The CSV of official figures as the JSON that the same call takes; its values are checked afterwards. */
export function readFiguresCsv(text: string): unknown {
  const [header = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  if (header.trim().toLowerCase() !== columns.join(';')) {
    throw new AppError(
      'invalid_file',
      400,
      `A primeira linha do CSV deve ser ${columns.join(';')}.`,
    );
  }
  return { figures: lines.map(readLine) };
}

function readLine(line: string): Record<string, unknown> {
  const cells = line.split(';').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const cell = (name: (typeof columns)[number]) => cells[columns.indexOf(name)] ?? '';
  return {
    edition: cell('edicao'),
    month: cell('mes'),
    series: cell('serie').toLowerCase(),
    admissions: readNumber(cell('admissoes')),
    separations: readNumber(cell('desligamentos')),
    balance: readNumber(cell('saldo')),
    nominalWage: readNumber(cell('salario_medio_nominal')),
    source: cell('fonte'),
  };
}

/** `1.384.986`, `2.081,50` and `2081.50` are numbers; an empty cell is none; anything else is left to be refused. */
function readNumber(text: string): number | string | null {
  if (text === '') return null;
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(text)) {
    return Number(text.replaceAll('.', '').replace(',', '.'));
  }
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text;
}
