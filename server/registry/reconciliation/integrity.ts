import { descending, max } from 'd3-array';
import type {
  Integrity,
  IntegrityBadge,
  IntegrityRow,
} from '../../../shared/contracts/integrity.ts';
import type { ProfileDeps } from '../comparison/profile.ts';
import { allInpcMonths } from '../../reference/inpc.ts';
import {
  officialFigures,
  type KnownFigure,
  type OfficialFigure,
} from '../../reference/official-figures.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import {
  adjustedFigure,
  countedFiles,
  declaredFigure,
  declaredMonths,
  type CountedFiles,
  type OwnAnswer,
  type OwnFigure,
} from './own-figures.ts';
import { toReais } from '../../../shared/words/format.ts';

const realNote =
  'Números do MTE ao lado dos números da versão atual. Série declarada: o arquivo MOV do mês. Série ajustada: MOV mais FOR menos EXC, pelo mês da movimentação, com os arquivos FOR e EXC até o mês da edição. Cada exclusão desconta uma linha, mesmo sem linha correspondente (as pesquisas só descontam as que têm). Salário médio de admissão pela regra do MTE: sem intermitentes, de 0,3 a 150 salários mínimos.';
const syntheticNote =
  'Os dados atuais são sintéticos, de demonstração: não há o que conferir com os números do MTE.';

/** Every month of the current release and of MTE's figures, side by side. */
export async function integrityOf(deps: ProfileDeps): Promise<Integrity> {
  const { number, isSynthetic, files } = await currentRelease(deps.store);
  const counted = await countedFiles(deps, files);
  const official = isSynthetic ? [] : await officialFigures(deps.store);
  const rows = [
    ...official.map((figure) => officialRow(counted, figure)),
    ...ownRows(counted, official),
  ];
  return {
    release: number,
    isSynthetic,
    rows: rows.toSorted((a, b) => descending(placeOf(a), placeOf(b))),
    note: isSynthetic ? syntheticNote : realNote,
  };
}

function officialRow(files: CountedFiles, figure: KnownFigure): IntegrityRow {
  const { month, series, edition } = figure;
  const ownFigure =
    series === 'declarada' ? declaredFigure(files, month) : adjustedFigure(files, month, edition);
  return rowOf({ month, series }, ownFigure, figure);
}

/** Months for which there is no figure of MTE's, as of the last loaded file. */
function ownRows(files: CountedFiles, official: readonly OfficialFigure[]): IntegrityRow[] {
  const known = new Set(official.map(({ month, series }) => `${month}${series}`));
  const last = max(files.values(), ({ month }) => month) ?? '';
  return declaredMonths(files).flatMap((month) => {
    const both = [
      rowOf({ month, series: 'declarada' }, declaredFigure(files, month), undefined),
      rowOf({ month, series: 'ajustada' }, adjustedFigure(files, month, last), undefined),
    ];
    return both.filter(({ series }) => !known.has(`${month}${series}`));
  });
}

function rowOf(
  { month, series }: Pick<IntegrityRow, 'month' | 'series'>,
  own: OwnAnswer,
  official: KnownFigure | undefined,
): IntegrityRow {
  const theirs = {
    admissions: official?.admissions ?? null,
    separations: official?.separations ?? null,
    balance: official?.balance ?? null,
  };
  const ours = countsOf(own.figure);
  const difference = {
    admissions: less(ours.admissions, theirs.admissions),
    separations: less(ours.separations, theirs.separations),
    balance: less(ours.balance, theirs.balance),
  };
  return {
    month,
    series,
    edition: official?.edition ?? null,
    source: official?.source ?? null,
    isImported: official?.isImported ?? false,
    official: theirs,
    ours,
    difference,
    badge: badgeOf(Object.values(theirs), Object.values(difference), own),
    missing: [...own.missing],
    nominalWage: wageOf(official?.nominalWage ?? null, own.figure?.wage ?? null, own),
    realWage: wageOf(
      official?.realWage ?? null,
      official === undefined ? null : deflated(own.figure?.wage ?? null, month, official.edition),
      own,
    ),
  };
}

function countsOf(figure: OwnFigure | null): IntegrityRow['ours'] {
  if (figure === null) return { admissions: null, separations: null, balance: null };
  const { admissions, separations } = figure;
  return { admissions, separations, balance: admissions - separations };
}

const less = (ours: number | null, theirs: number | null) =>
  ours === null || theirs === null ? null : ours - theirs;

function badgeOf(
  official: readonly (number | null)[],
  differences: readonly (number | null)[],
  { missing, figure }: OwnAnswer,
): IntegrityBadge {
  if (official.every((value) => value === null)) return 'sem referência';
  if (figure === null) return 'não carregado';
  if (missing.length > 0) return 'parcial';
  return differences.some((value) => value !== null && value !== 0) ? 'diverge' : 'confere';
}

/** Both are rounded to the centavo before the comparison, as MTE prints them. */
function wageOf(
  official: number | null,
  ours: number | null,
  own: OwnAnswer,
): IntegrityRow['nominalWage'] {
  const rounded = ours === null ? null : Math.round(ours);
  const difference = less(rounded, official);
  return {
    official: toReais(official),
    ours: toReais(rounded),
    difference: toReais(difference),
    badge: badgeOf([official], [difference], own),
  };
}

/** An amount in the money of a later month: Π(1 + INPC) over the months after its own. Null if one is missing. */
function deflated(amount: number | null, month: string, until: string): number | null {
  if (amount === null) return null;
  const known = allInpcMonths();
  const between = known.filter(({ month: inpcMonth }) => inpcMonth > month && inpcMonth <= until);
  if (until > month && between.at(-1)?.month !== until) return null;
  return between.reduce((value, { hundredths }) => value * (1 + hundredths / 10_000), amount);
}

const placeOf = ({ month, series, edition }: IntegrityRow) =>
  `${month} ${series === 'declarada' ? 1 : 0} ${edition ?? ''}`;
