import { relative, sep } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { asvsRows, refutedClaims, type RanTest } from './asvs-rows.ts';

/**
 * Compares `docs/asvs.csv` with the tests of this run: fails the run if a test that a row names did not pass, was
 * skipped or is missing. `npm test` and `npm run test:full` together run the file of every row.
 */
export class AsvsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { root = process.cwd(), testNamePattern } = this.#vitest?.config ?? {};
    // Only the tests with this name ran, not whole files.
    if (testNamePattern !== undefined) return;
    const ran = modules.flatMap((module) =>
      [...module.children.allTests()].map((test): RanTest => {
        const { state } = test.result();
        return {
          path: relative(root, module.moduleId).split(sep).join('/'),
          name: test.name,
          state: state === 'pending' ? 'skipped' : state,
        };
      }),
    );
    const refuted = refutedClaims(asvsRows(), ran, 'every named test');
    if (refuted.length === 0) return;
    process.stderr.write(
      `FAIL  docs/asvs.csv claims what this run does not show:\n${refuted.join('\n')}\n`,
    );
    process.exitCode = 1;
  }
}
