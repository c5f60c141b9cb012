import { relative, sep } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { asvsRows, refutedClaims, type RanTest } from '../support/asvs-rows.ts';

/** Compares `docs/asvs.csv` with the stories of this run: fails the run if a story that a row names does not pass. */
export default class AsvsReporter implements Reporter {
  #suite: Suite | undefined;

  onBegin(_: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const ran = (this.#suite?.allTests() ?? []).map(ranTest);
    const refuted = refutedClaims(asvsRows(), ran, 'those that ran');
    if (refuted.length === 0) return undefined;
    process.stderr.write(
      `FAIL  docs/asvs.csv claims what this run does not show:\n${refuted.join('\n')}\n`,
    );
    return { status: 'failed' };
  }
}

function ranTest(test: TestCase): RanTest {
  const outcome = test.outcome();
  return {
    path: relative(process.cwd(), test.location.file).split(sep).join('/'),
    name: test.title,
    state: outcome === 'expected' ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed',
  };
}
