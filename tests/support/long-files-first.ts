import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that start whole servers come first, so that none of them runs alone at the end. Files that share a process
 * come last and in sequence, because the runner ends the process as soon as the next file is of another kind.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the runner's own.
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

function turnOf({ project, moduleId }: TestSpecification): number {
  if (!project.config.isolate) return 2;
  return relative(project.config.root, moduleId).startsWith('tests') ? 0 : 1;
}
