import { withoutEmployer } from './chance.ts';
import { telling } from './judge-shares.ts';
import { usualProfiles, type Finding, type JudgedFile, type Verdict } from './judged-file.ts';
import type { FileProfile } from './profile.ts';
import { codeColumns, type CodeColumn } from './shape-sql.ts';

/** Minimum share, in the country, of lines whose code is not the most common one. Used for a first file. */
const otherCodes: Partial<Record<CodeColumn, number>> = {
  schooling: 0.3,
  race: 0.3,
  sex: 0.3,
  company_size: 0.5,
  category: 0.02,
  apprentice: 0.008,
  salary_unit: 0.05,
};

/** Minimum number of expected lines with another code: below it, their absence does not mean damage. */
const fewestExpected = 100;

const headers: Readonly<Record<string, string>> = {
  ...codeColumns,
  age: 'idade',
  hours: 'horascontratuais',
  salary: 'salário',
};

/** Finds columns that have one value in every line. */
export function judgeConstants(file: JudgedFile): Verdict {
  const { profile } = file;
  const usual = usualProfiles(file);
  const codes = codeNames.filter((name) => isConstant(file, usual, name));
  const single = profile.total.lines < telling ? [] : profile.shape.single;
  const findings = [...new Set([...codes, ...single])].map((name): Finding => ({
    code: 'mixPoints',
    message: `a coluna ${headers[name] ?? name} tem o mesmo valor em todas as linhas.`,
  }));
  return { findings, untold: [] };
}

const isColumn = (name: string): name is CodeColumn => Object.hasOwn(codeColumns, name);
const codeNames = Object.keys(codeColumns).filter(isColumn);

function isConstant(
  { kind, profile }: JudgedFile,
  usual: readonly FileProfile[],
  name: CodeColumn,
) {
  const [only, ...others] = Object.keys(profile.shape.codes[name] ?? {});
  if (only === undefined || others.length > 0) return false;
  const { lines } = profile.total;
  const share = usual.length > 0 ? otherShare(usual, name, only) : firstShare(name, lines);
  return withoutEmployer(kind, lines * share, 0) >= fewestExpected;
}

const firstShare = (name: CodeColumn, lines: number) =>
  lines < telling ? 0 : (otherCodes[name] ?? 0);

/** The usual share of lines with a code other than `only`. */
function otherShare(usual: readonly FileProfile[], name: CodeColumn, only: string): number {
  const counts = usual.map(({ shape }) => shape.codes[name] ?? {});
  const all = counts
    .flatMap((codes) => Object.values(codes))
    .reduce((sum, lines) => sum + lines, 0);
  const own = counts.reduce((sum, codes) => sum + (codes[only] ?? 0), 0);
  return all === 0 ? 0 : 1 - own / all;
}
