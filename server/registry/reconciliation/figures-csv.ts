import { readFigureLines } from '../../../shared/statistics/figures-csv.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * Parses the CSV of official figures into the JSON that the same request accepts; its values are validated afterwards.
 * Throws `AppError` `invalid_file` (400).
 */
export function readFiguresCsv(text: string): unknown {
  const lines = readFigureLines(text);
  if (typeof lines === 'string') throw new AppError('invalid_file', 400, lines);
  return { figures: lines.map(({ figure }) => figure) };
}
