import type { ComparedFile, Figures, LoadLimits } from '../../shared/comparison.ts';
import type { UploadReason } from '../../shared/uploads.ts';
import { formatLongMonth } from '../../shared/format.ts';

type Counted = 'lines' | 'admissions' | 'separations';
type Paid = 'meanWage' | 'medianWage';

const names = {
  lines: 'linhas',
  admissions: 'admissões',
  separations: 'desligamentos',
  meanWage: 'salário médio de admissão',
  medianWage: 'salário mediano de admissão',
} as const satisfies Record<Counted | Paid, string>;

const counts: readonly Counted[] = ['lines', 'admissions', 'separations'];
const wages: readonly Paid[] = ['meanWage', 'medianWage'];

/** Why a file should be looked at before it is published; none when it is within the limits. */
export function reasonsOf(file: ComparedFile, limits: LoadLimits): UploadReason[] {
  return [
    ...lossReasons(file, limits),
    ...versionReasons(file, limits),
    ...neighbourReasons(file, limits),
    ...nullReasons(file, limits),
    ...newCodeReasons(file, limits),
    ...largestReasons(file, limits),
  ].map(({ code, message }) => ({ code, file: file.file, message: `${file.name}: ${message}` }));
}

interface Complaint {
  readonly code: keyof LoadLimits;
  readonly message: string;
}

/** A version that loses much of what readers have waits, however few lines are left of it. */
function lossReasons({ total, published }: ComparedFile, limits: LoadLimits): Complaint[] {
  if (published === null || published.lines === 0) return [];
  const lost = 1 - total.lines / published.lines;
  if (lost * 100 <= limits.versionRatio) return [];
  return [
    {
      code: 'versionRatio',
      message: `perde ${percent(lost)} das linhas da versão publicada: tem ${shown('lines', total)}, e ela ${shown('lines', published)} (o limite é ${limits.versionRatio} %).`,
    },
  ];
}

function versionReasons({ total, published }: ComparedFile, limits: LoadLimits): Complaint[] {
  if (published === null || isSmall([total, published], limits)) return [];
  const compared = [
    ...counts.map((name) => ({ name, code: 'versionRatio', limit: limits.versionRatio }) as const),
    ...wages.map((name) => ({ name, code: 'wageRatio', limit: limits.wageRatio }) as const),
  ];
  return compared
    .filter(({ name }) => name !== 'lines' || total.lines > published.lines)
    .filter(({ name, limit }) => isBeyond(total[name], published[name], limit))
    .map(({ name, code, limit }) => ({
      code,
      message: `${names[name]} ${shown(name, total)}, e na versão publicada ${shown(name, published)} (o limite é ${limit} %).`,
    }));
}

/** One neighbour within the limit is enough: December is unlike November and like the December before. */
function neighbourReasons(file: ComparedFile, limits: LoadLimits): Complaint[] {
  const { total, kind } = file;
  const neighbours = file.neighbours.filter(({ figures }) => !isSmall([total, figures], limits));
  if (neighbours.length === 0) return [];
  const code = kind === 'MOV' ? 'movRatio' : 'lateRatio';
  const compared = [
    ...counts.map((name) => ({ name, code, limit: limits[code] }) as const),
    ...wages.map((name) => ({ name, code: 'wageRatio', limit: limits.wageRatio }) as const),
  ];
  return compared
    .filter(({ name, limit }) =>
      neighbours.every(({ figures }) => isBeyond(total[name], figures[name], limit)),
    )
    .map(({ name, code: own, limit }) => ({
      code: own,
      message: `${names[name]} ${shown(name, total)}, longe de ${neighbours
        .map(({ month, figures }) => `${formatLongMonth(month)} (${shown(name, figures)})`)
        .join(', ')}; o limite é ${limit} %.`,
    }));
}

function nullReasons({ total, nulls }: ComparedFile, limits: LoadLimits): Complaint[] {
  if (total.lines < limits.minimumLines) return [];
  return nulls
    .filter(
      ({ share, usualShare }) =>
        usualShare !== null && (share - usualShare) * 100 > limits.nullPoints,
    )
    .map(({ column, share, usualShare }) => ({
      code: 'nullPoints',
      message: `a coluna ${column} está vazia em ${percent(share)} das linhas, e nos últimos 12 meses em ${percent(usualShare ?? 0)}.`,
    }));
}

function newCodeReasons(file: ComparedFile, limits: LoadLimits): Complaint[] {
  const { total, newCodes, neighbours, published } = file;
  const isFirst = neighbours.length === 0 && published === null;
  if (isFirst || total.lines < limits.minimumLines) return [];
  return [...Map.groupBy(newCodes, ({ column }) => column)].flatMap(([column, codes]) => {
    const lines = codes.reduce((sum, code) => sum + code.lines, 0);
    if ((lines / total.lines) * 100 <= limits.newCodeLinesPercent) return [];
    return [
      {
        code: 'newCodeLinesPercent' as const,
        message: `${percent(lines / total.lines)} das linhas têm códigos de ${column} que nenhum arquivo publicado tem.`,
      },
    ];
  });
}

function largestReasons({ largestSalaries }: ComparedFile, limits: LoadLimits): Complaint[] {
  const largest = largestSalaries[0]?.salary ?? 0;
  if (largest <= limits.largestSalary) return [];
  return [
    {
      code: 'largestSalary',
      message: `o maior salário é ${money(largest)}, acima do limite de ${money(limits.largestSalary)}.`,
    },
  ];
}

const isSmall = (compared: readonly Figures[], { minimumLines }: LoadLimits) =>
  compared.some(({ lines }) => lines < minimumLines);

/** The larger over the smaller, less 1, in percent; what cannot be divided is as far as can be. */
function isBeyond(one: number | null, other: number | null, limitPercent: number): boolean {
  if (one === null || other === null || one === other) return false;
  const [low, high] = one < other ? [one, other] : [other, one];
  return low === 0 || (high / low - 1) * 100 > limitPercent;
}

const isPaid = (name: Counted | Paid): name is Paid => name === 'meanWage' || name === 'medianWage';

const shown = (name: Counted | Paid, figures: Figures) =>
  isPaid(name) ? money(figures[name] ?? 0) : figures[name].toLocaleString('pt-BR');

const money = (reais: number) =>
  reais.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });

const percent = (share: number) =>
  `${(share * 100).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} %`;
