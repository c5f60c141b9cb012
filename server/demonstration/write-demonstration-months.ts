import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { monthsEnding } from './months.ts';
import {
  exclusionHeader,
  exclusionLine,
  lineEnd,
  movementHeader,
  movementLine,
} from './official-text.ts';
import {
  duplicateShare,
  excludedShare,
  lateShare,
  seasonality,
  unmatchedExclusionShare,
} from './profiles.ts';
import { integerBetween, seededRandom, type Random } from './random.ts';
import { monthConditions, syntheticMovement } from './synthetic-movement.ts';

export interface DemonstrationPlan {
  /** Where the files go; made when it is missing. */
  readonly directory: string;
  /** Months (AAAAMM) in a row, ascending, from 201901 on. */
  readonly months: readonly string[];
  /** Lines of MOV in a month of the year's mean; each calendar month has its season. */
  readonly linesPerMonth: number;
  /** The same plan and seed write the same bytes. */
  readonly seed: string;
}

export interface DemonstrationFile {
  readonly kind: 'MOV' | 'FOR' | 'EXC';
  readonly month: string;
  readonly path: string;
  readonly lines: number;
}

/** What a product without data shows: 14 months, so that a year can be compared with the one before. */
export const defaultDemonstration = {
  months: monthsEnding('202609', 14),
  linesPerMonth: 12_000,
  seed: 'caged-analytics',
} as const satisfies Omit<DemonstrationPlan, 'directory'>;

// Kept for later exclusions: more than are cancelled, so that those of a month spread over the earlier ones.
const keptOfMov = 0.006;
const keptOfFor = 0.06;

/** A month in the making. */
interface MonthPlan extends DemonstrationPlan {
  readonly month: string;
  readonly earlier: readonly string[];
  /** Lines of earlier files that an EXC may cancel; each leaves when it is cancelled. */
  readonly cancellable: string[];
}

/**
 * Writes synthetic months as MTE publishes real ones: CAGEDMOV and, from the second month on, CAGEDFOR and
 * CAGEDEXC, each with the month in its name. FOR declares movements of earlier months of the plan, EXC cancels
 * lines of the plan's earlier files.
 */
export async function writeDemonstrationMonths(
  plan: DemonstrationPlan,
): Promise<DemonstrationFile[]> {
  await mkdir(plan.directory, { recursive: true });
  const files: DemonstrationFile[] = [];
  const cancellable: string[] = [];
  for (const [index, month] of plan.months.entries()) {
    const earlier = plan.months.slice(0, index);
    files.push(...(await writeMonth({ ...plan, month, earlier, cancellable })));
  }
  return files;
}

async function writeMonth(plan: MonthPlan): Promise<DemonstrationFile[]> {
  if (plan.earlier.length === 0) return [await writeFile(plan, 'MOV', movLines(plan))];
  // EXC first, while all that can be cancelled is of earlier months.
  const excluded = await writeFile(plan, 'EXC', excLines(plan));
  const moved = await writeFile(plan, 'MOV', movLines(plan));
  const late = await writeFile(plan, 'FOR', forLines(plan));
  return [moved, late, excluded];
}

function* movLines(plan: MonthPlan): Generator<string> {
  const random = seededRandom(`${plan.seed} MOV ${plan.month}`);
  const conditions = monthConditions(plan.month);
  const [volume = 1] = seasonality[Number(plan.month.slice(4)) - 1] ?? [];
  const lines = Math.round(plan.linesPerMonth * volume);
  let line = '';
  for (let number = 0; number < lines; number++) {
    if (number === 0 || random() >= duplicateShare) {
      line = movementLine(syntheticMovement(random, conditions), plan.month);
    }
    if (random() < keptOfMov) plan.cancellable.push(line);
    yield line;
  }
}

function* forLines(plan: MonthPlan): Generator<string> {
  const random = seededRandom(`${plan.seed} FOR ${plan.month}`);
  const conditions = plan.earlier.map(monthConditions);
  const lines = Math.round(plan.linesPerMonth * lateShare);
  for (let number = 0; number < lines; number++) {
    const happened = conditions[lateIndex(random, conditions.length)];
    if (!happened) return;
    const line = movementLine(syntheticMovement(random, happened), plan.month);
    if (random() < keptOfFor) plan.cancellable.push(line);
    yield line;
  }
}

function* excLines(plan: MonthPlan): Generator<string> {
  const random = seededRandom(`${plan.seed} EXC ${plan.month}`);
  const conditions = plan.earlier.map(monthConditions);
  const lines = Math.round(plan.linesPerMonth * excludedShare);
  for (let number = 0; number < lines; number++) {
    const happened = conditions[integerBetween(random, 0, conditions.length - 1)];
    if (!happened) return;
    const cancelled =
      random() < unmatchedExclusionShare ? undefined : takeAny(plan.cancellable, random);
    yield exclusionLine(
      cancelled ?? movementLine(syntheticMovement(random, happened), happened.month),
      plan.month,
    );
  }
}

/** Half of the late declarations are of the month before, as many of the rest of the one before that, … */
function lateIndex(random: Random, months: number): number {
  const monthsBack = Math.floor(-Math.log2(1 - random()));
  return months - 1 - (monthsBack % Math.min(months, 12));
}

function takeAny(lines: string[], random: Random): string | undefined {
  const index = Math.floor(random() * lines.length);
  const taken = lines[index];
  const last = lines.pop();
  if (last !== undefined && index < lines.length) lines[index] = last;
  return taken;
}

const chunkLength = 1 << 20;

async function writeFile(
  plan: MonthPlan,
  kind: DemonstrationFile['kind'],
  lines: Iterable<string>,
): Promise<DemonstrationFile> {
  const path = join(plan.directory, `CAGED${kind}${plan.month}.txt`);
  await using file = await open(path, 'w');
  let text = (kind === 'EXC' ? exclusionHeader : movementHeader) + lineEnd;
  let written = 0;
  for (const line of lines) {
    text += line + lineEnd;
    written++;
    if (text.length < chunkLength) continue;
    await file.appendFile(text);
    text = '';
  }
  await file.appendFile(text);
  return { kind, month: plan.month, path, lines: written };
}
