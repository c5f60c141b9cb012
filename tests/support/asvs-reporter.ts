import { relative, sep } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { asvsRows, refutedClaims, type RanTest } from './asvs-rows.ts';

/**
 * Holds `docs/asvs.csv` against the tests of this run, whatever it ran: fails a run in which a test that a row names
 * did not pass, was skipped or is gone. `npm test` and `npm run test:full` together run the file of every row.
 */
export class AsvsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { root = process.cwd(), testNamePattern } = this.#vitest?.config ?? {};
    // Of a file, only the tests of this name ran.
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
