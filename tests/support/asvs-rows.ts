import { readFileSync } from 'node:fs';

/** A row of `docs/asvs.csv`. */
interface AsvsRow {
  readonly requirement: string;
  readonly level: string;
  readonly state: string;
  readonly reason: string;
  /** Paths, each followed by ` › ` and a test's name if it is a test. */
  readonly shownBy: readonly string[];
}

/** The rows of `docs/asvs.csv`, in order. */
export const asvsRows = (): readonly AsvsRow[] =>
  readFileSync('docs/asvs.csv', 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const cells = line.slice(1, -1).split('","');
      const [requirement = '', level = '', state = '', reason = '', shown = ''] = cells.map(
        (cell) => cell.replaceAll('""', '"'),
      );
      return { requirement, level, state, reason, shownBy: shown === '' ? [] : shown.split(' | ') };
    });

/** A test that ran: its own name, and whether it passed. */
export interface RanTest {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
}

/**
 * The claims of the table that a test run refutes. Each test that a row names and whose file ran completely must exist,
 * and every test with its name must have passed. A skipped test proves nothing. `mustRun` states whether a file with
 * completed tests has all its tests in this run.
 */
export function refutedClaims(
  rows: readonly AsvsRow[],
  ran: readonly RanTest[],
  mustRun: 'every named test' | 'those that ran',
): string[] {
  const byPath = new Map<string, RanTest[]>();
  for (const test of ran) byPath.set(test.path, [...(byPath.get(test.path) ?? []), test]);
  return rows.flatMap(({ requirement, shownBy }) =>
    shownBy.flatMap((shown) => {
      const [path = '', name] = shown.split(' › ');
      const tests = byPath.get(path);
      if (name === undefined || tests === undefined) return [];
      const pattern = nameOf(name);
      const named = tests.filter((test) => pattern.test(test.name));
      if (named.length === 0 && mustRun === 'those that ran') return [];
      const isShown = named.length > 0 && named.every(({ state }) => state === 'passed');
      return isShown ? [] : [`${requirement}: ${shown} ${stateOf(named)}`];
    }),
  );
}

const stateOf = (named: readonly RanTest[]): string =>
  named.find(({ state }) => state !== 'passed')?.state ?? 'did not run';

/** Matches the names of a test in a report: its cases fill `%s` and `$field`. */
function nameOf(name: string): RegExp {
  const parts = name.split(/%[sdifjoO#$]|\$\w+(?:\.\w+)*/);
  const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[\\s\\S]*')}$`);
}
