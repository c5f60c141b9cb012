/**
 * Derives server/reference/cnae-codes.json from the package with CNAE's names, whose table only supports look-ups by
 * code: `npm exec -- node scripts/write-cnae-codes.ts`, under Node 24, after each new version of the package.
 */
import { writeFile } from 'node:fs/promises';
import { getCnae } from '@brazilian-utils/brazilian-utils/get-cnae';

const codes: string[] = [];
for (let code = 0; code < 10_000_000; code++) {
  const found = getCnae(code);
  if (found) codes.push(found.code);
}
await writeFile(
  new URL('../server/reference/cnae-codes.json', import.meta.url),
  `${JSON.stringify(codes)}\n`,
);
