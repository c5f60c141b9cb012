import { minimumWagePeriods } from '../../reference/minimum-wage.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { Calibration } from './calibration.ts';
import * as sql from './calibrate-sql.ts';

/**
 * Derives the generator's distributions from official files: shares by code, levels and spreads of pay, and how often
 * values recur. Nothing of a single line is stored: codes of an occupation or an activity carry counts, pay is a level
 * and a spread, and rare cases appear only in their group.
 */
export async function calibrate(
  warehouse: Warehouse,
  { source, movements, exclusions }: CalibrationInput,
): Promise<Calibration> {
  const ask = async <Row>(text: string, batch = movements) =>
    warehouse.rows<Row>({ text, params: { batch, ...wages() } }, { threads: 2 });
  const cells = await ask<sql.CellRow>(sql.cells);
  const keyed = async (name: keyof typeof sql.keyedColumns) =>
    countsByKey(await ask<sql.CountRow>(sql.countsByKey(name)));
  const [heaps] = await ask<Record<string, number>>(sql.heaps);
  const [whole] = await ask<{ lines: number; repeated: number; unknown_place: number }>(sql.whole);
  return {
    source,
    lines: whole?.lines ?? 0,
    excludedLines: (await ask<{ lines: number }>(sql.excludedLines, exclusions))[0]?.lines ?? 0,
    repeatedLines: whole?.repeated ?? 0,
    cells: cells.map(cellText),
    activities: activityTexts(await ask<sql.ActivityRow>(sql.activities)),
    places: placeTexts(await ask<sql.PlaceRow>(sql.places)),
    schooling: await keyed('schooling'),
    age: await keyed('age'),
    hours: await keyed('hours'),
    category: await keyed('category'),
    state: await keyed('state'),
    race: await keyed('race'),
    size: await keyed('size'),
    employer: await keyed('employer'),
    movementType: await keyed('movementType'),
    disability: await keyed('disability'),
    partTime: await keyed('partTime'),
    unit: await keyed('unit'),
    origin: await keyed('origin'),
    defects: await keyed('defects'),
    months: await keyed('months'),
    excluded: countsByKey(await ask<sql.CountRow>(sql.excludedMonths, exclusions)),
    effects: effectTexts([
      ...(await ask<sql.EffectRow>(sql.effects)),
      ...(await ask<sql.EffectRow>(sql.minimums)),
    ]),
    residuals: (await ask<{ residuals: number[] }>(sql.residuals))[0]?.residuals.map(rounded) ?? [],
    heaps: Object.fromEntries(
      Object.entries(heaps ?? {}).map(([name, value]) => [name, rounded(value)]),
    ),
    heaped: (await ask<sql.HeapedRow>(sql.heaped)).map(
      ({ uf, ratio, share }) => `${uf} ${ratio.toFixed(4)} ${share.toFixed(4)}`,
    ),
  };
}

export interface CalibrationInput {
  /** The names of the files, for readers of the figures. */
  readonly source: string;
  /** The batch of movements and that of exclusions. */
  readonly movements: number;
  readonly exclusions: number;
}

const wages = () => ({
  wageMonths: minimumWagePeriods.map(({ from }) => Number(from)),
  wages: minimumWagePeriods.map(({ centavos }) => centavos),
});

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

const cellText = ({ cbo, contract, lines, women, level, high }: sql.CellRow) =>
  [
    cbo,
    contract,
    lines,
    women,
    level === null ? '-' : rounded(level),
    high === null ? '-' : rounded(high),
  ].join(' ');

const activityTexts = (rows: readonly sql.ActivityRow[]) =>
  [...Map.groupBy(rows, ({ key }) => key)].map(
    ([key, own]) => `${key} ${own.map(({ subclass, lines }) => `${subclass}:${lines}`).join(' ')}`,
  );

const placeTexts = (rows: readonly sql.PlaceRow[]) =>
  [...Map.groupBy(rows, ({ uf }) => uf)].map(
    ([uf, own]) =>
      `${uf} ${own.map(({ municipality, lines }) => `${municipality}:${lines}`).join(' ')}`,
  );

const countsByKey = (rows: readonly sql.CountRow[]) =>
  [...Map.groupBy(rows, ({ key }) => key)].map(
    ([key, own]) => `${key} ${own.map(({ value, lines }) => `${value}:${lines}`).join(' ')}`,
  );

const effectTexts = (rows: readonly sql.EffectRow[]) =>
  [...Map.groupBy(rows, ({ factor }) => factor)].map(
    ([factor, own]) =>
      `${factor} ${own.map(({ value, effect }) => `${value}:${rounded(effect)}`).join(' ')}`,
  );
