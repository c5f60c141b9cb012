import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { seededRandom } from './random.ts';
import { writeSyntheticFiles } from './synthetic-files.ts';
import { oneOf, type MutatedFile, type Mutation, type OfficialBase } from './mutations/mutation.ts';
import { spoiledArchives } from './mutations/spoiled-archives.ts';
import { spoiledBytes } from './mutations/spoiled-bytes.ts';
import { spoiledColumns } from './mutations/spoiled-columns.ts';

/** Every mutation of a file. */
export const mutations: readonly Mutation[] = [
  ...spoiledBytes,
  ...spoiledColumns,
  ...spoiledArchives,
];

export interface NumberedFile extends MutatedFile {
  /** From 0; number and seed reproduce the file. */
  readonly number: number;
  readonly mutation: Mutation;
  readonly base: OfficialBase;
}

/** The files of 202307, valid and short, one of each kind; and MOV of the previous month, as its neighbour. */
export async function officialBases(): Promise<[OfficialBase, OfficialBase, ...OfficialBase[]]> {
  const directory = await mkdtemp(join(tmpdir(), 'caged-bases-'));
  const months = ['202306', '202307'];
  const plan = { directory, months, linesPerMonth: 1500, seed: 'mutated files' };
  const files = await writeSyntheticFiles(plan);
  const [first, second, ...others] = await Promise.all(
    files.map(async ({ kind, month, path }) => {
      const text = await readFile(path, 'utf8');
      return { kind, month, name: basename(path), text };
    }),
  );
  await rm(directory, { recursive: true });
  if (first === undefined || second === undefined) throw new Error('No months were written.');
  return [first, second, ...others];
}

/** `count` files of the given mutations in rotation, always the same ones. */
export async function* mutatedFiles(
  bases: readonly [OfficialBase, ...OfficialBase[]],
  chosen: readonly Mutation[],
  count: number,
): AsyncGenerator<NumberedFile> {
  for (let number = 0; number < count; number++) {
    const mutation = chosen[number % chosen.length];
    if (mutation === undefined) throw new Error('There is no mutation to choose from.');
    const random = seededRandom(`mutated file ${number}`);
    const base = oneOf(bases, random);
    yield { number, mutation, base, ...(await mutation.make(base, random)) };
  }
}
