import { readFigureLines } from '../../../shared/statistics/figures-csv.ts';
import { AppError } from '../../platform/errors.ts';

/** The CSV of official figures as the JSON that the same call takes; its values are checked afterwards. */
export function readFiguresCsv(text: string): unknown {
  const lines = readFigureLines(text);
  if (typeof lines === 'string') throw new AppError('invalid_file', 400, lines);
  return { figures: lines.map(({ figure }) => figure) };
}
