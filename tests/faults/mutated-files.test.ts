import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../support/installation.ts';
import { mutatedFiles, mutations, officialBases } from '../support/mutated-files.ts';
import { loadMutated } from '../support/mutated-loads.ts';
import { bombBytes } from '../support/mutations/spoiled-archives.ts';
import { serve, type Served } from '../support/served.ts';

let installation: Installation;
let served: Served;
beforeAll(async () => {
  installation = await newInstallation();
  const loading = { ...installation.loading, maxTextBytes: bombBytes };
  served = await serve({ ...installation, loading }, { maxUploadMegabytes: 100 });
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

/** Two of three quick mutations; bench/mutated-files.ts runs all of them with 2,000 files. */
const chosen = mutations.filter(({ isSlow }, index) => isSlow !== true && index % 3 !== 2);

test('spoiled files are refused with advice or loaded whole, and never harm what is published', async () => {
  const [before, first, ...others] = await officialBases();
  const intact = mutations.filter(({ name }) => name === 'intact');
  const broken: string[] = [];
  let refused = 0;
  for await (const file of mutatedFiles([before], intact, 1)) {
    await loadMutated(file, { installation, served });
  }
  for await (const file of mutatedFiles([first, ...others], chosen, chosen.length)) {
    const load = await loadMutated(file, { installation, served });
    broken.push(...load.broken.map((fault) => `#${file.number} ${load.mutation}: ${fault}`));
    if (load.outcome === 'REFUSED') refused += 1;
  }
  expect(broken).toEqual([]);
  expect(refused).toBeGreaterThan(chosen.length / 3);
});
