import { regions } from '../../../../shared/codes/codes.ts';
import type { MarketNames } from '../../../../shared/contracts/market.ts';
import { estimateText } from '../../../../shared/sentences/town-estimate.ts';
import { isIncomplete } from '../../../../shared/statistics/completeness.ts';
import { medianIntervalInReais } from '../../../../shared/statistics/heaping.ts';
import { medianInterval, percentile } from '../../../../shared/statistics/percentile.ts';
import { qualityOf, type Quality } from '../../../../shared/statistics/quality.ts';
import {
  formatCount,
  formatCounted,
  formatDecimal,
  formatFirst,
  formatRatio,
  lowerFirst,
} from '../../../../shared/words/format.ts';
import type { Person } from '../reading/read-people.ts';
import type { MarketProgress } from './fetch-market.ts';
import type { FoundCell } from './market-ladder.ts';
import { isDoubtful } from '../matching/match-titles.ts';
import type { PlacedPerson, ReferenceAmounts } from './placed-people.ts';
import { roundedTenths, type Reference } from './position.ts';
import type { PlacedRoll } from './use-placed-people.ts';

const regionNames = new Map<string, string>(Object.entries(regions));

export class PayrollWords {
  readonly #titles: ReadonlyMap<string, string>;
  readonly #families: MarketNames['familias'];
  readonly #municipalities: ReadonlyMap<string, string>;
  readonly #regions: ReadonlyMap<string, string>;

  constructor({ nomes, familias, municipios, regioes }: MarketNames) {
    this.#regions = new Map(regioes.map(([code, name]) => [code, name]));
    this.#titles = new Map(
      nomes.filter(([, , isTitle]) => isTitle).map(([code, text]) => [code, text]),
    );
    this.#families = familias;
    this.#municipalities = new Map(municipios.map(([code, name, uf]) => [code, `${name}/${uf}`]));
  }

  /** "521110 Vendedor de comércio varejista". */
  occupation(code: string): string {
    return `${code} ${this.#titles.get(code) ?? ''}`.trim();
  }

  place({ municipality, uf }: { municipality: string | null; uf: string | null }): string {
    if (municipality !== null) return this.#municipalities.get(municipality) ?? municipality;
    return uf ?? 'lugar não informado';
  }

  cell({ scope, code, place, placeCode }: FoundCell): string {
    const who =
      scope === 'ocupacao'
        ? this.occupation(code)
        : `família ${code} ${this.#families[code] ?? ''}`;
    return `${who.trim()}, ${this.#cellPlace(place, placeCode)}`;
  }

  /** Why the cell is wider than the person's job and place; null if it is the narrowest that the payroll allows. */
  widening({ person, cell, estimate, isTownOmitted }: PlacedPerson): string | null {
    if (cell === null) return null;
    const requested =
      person.municipality === null ? (person.uf === null ? 'brasil' : 'uf') : 'municipio';
    if (cell.scope === 'ocupacao' && cell.place === requested) return null;
    const place = withArticle(cell.place, this.#cellPlace(cell.place, cell.placeCode));
    const wider =
      cell.scope === 'familia'
        ? ['a família da ocupação', ...(cell.place === requested ? [] : [place.within])].join(' ')
        : place.itself;
    if (isTownOmitted)
      return `Usamos ${wider}: os números da cidade foram omitidos para não revelar poucos registros de outro lugar.`;
    const narrower =
      requested === 'municipio' ? 'na cidade' : requested === 'uf' ? 'no estado' : 'na ocupação';
    const used = `Usamos ${wider}: menos de 30 registros ${narrower}.`;
    if (estimate === null) return used;
    const { mediana: median, de: lower, ate: upper } = estimate;
    return `${used} ${estimateText({ nome: this.place(person), median, lower, upper })}.`;
  }

  #cellPlace(place: FoundCell['place'], code: string): string {
    if (place === 'municipio') return this.#municipalities.get(code) ?? code;
    if (place === 'regiaoIbge') return lowerFirst(this.#regions.get(code) ?? `região ${code}`);
    if (place === 'regiao') return `região ${regionNames.get(code) ?? code}`;
    return place === 'uf' ? code : 'Brasil';
  }
}

/** "a região Sul", "na região Sul"; cities and states have no article. */
function withArticle(place: FoundCell['place'], name: string) {
  if (place === 'municipio' || place === 'uf') return { itself: name, within: `em ${name}` };
  const article = place === 'brasil' ? 'o' : 'a';
  return { itself: `${article} ${name}`, within: `n${article} ${name}` };
}

export type CellQualities = (cell: FoundCell) => Quality;

/** The quality of each cell, computed once. */
export function cellQualities(market: RatedMarket, latestMonth: string | null): CellQualities {
  const known = new Map<string, Quality>();
  return (cell) => {
    const quality = known.get(cell.key) ?? qualityOfCell(cell, market, latestMonth);
    known.set(cell.key, quality);
    return quality;
  };
}

function qualityOfCell(
  { distribution, designEffect }: FoundCell,
  { period, completeness }: RatedMarket,
  latestMonth: string | null,
): Quality {
  const median = percentile(distribution, 5000);
  const interval = medianInterval(distribution, designEffect);
  return qualityOf({
    count: distribution.count,
    designEffect,
    median: median === null ? null : median / 100,
    medianInterval: medianIntervalInReais(distribution, interval),
    period,
    latestMonth,
    completeness,
  });
}

/** The months of the market, and whether their main files are loaded. */
type RatedMarket = Pick<PlacedRoll, 'period' | 'completeness'>;

/** 433 → "P43", 5 → "P0,5": a percentile from tenths. */
export const percentileText = (tenths: number): string =>
  `P${formatDecimal(tenths < 10 || tenths > 990 ? roundedTenths(tenths) / 10 : Math.round(tenths / 10))}`;

/** 950 → "95,0 %". */
export const ratioText = (thousandths: number): string => formatRatio(thousandths / 1000);

export const hoursText = (hundredths: number): string =>
  `${formatDecimal(hundredths / 100)}\u00a0h`;

export const referenceText = (reference: Reference): string =>
  reference.kind === 'piso' ? 'piso' : `P${formatDecimal(reference.tenThousandths / 100)}`;

/** "P25" → "do P25": a reference after the noun that it belongs to. */
export const ofReference = (name: string): string => (name === 'P50' ? 'da mediana' : `do ${name}`);

/** "P25" → "ao P25". */
export const toReference = (name: string): string => (name === 'P50' ? 'à mediana' : `ao ${name}`);

/** "do P25 do mercado": a reference with the market that it belongs to; a floor in reais belongs to none. */
export const ofMarket = (name: string, market: string): string =>
  name === 'piso' ? ofReference(name) : `${ofReference(name)} ${market}`;

export const peopleText = (count: number): string => formatCounted(count, 'pessoa', 'pessoas');

/** "1 de 1 mercado", "1.200 de 1.312 mercados". */
export const progressText = ({ done, all }: MarketProgress): string =>
  `${formatCount(done)} de ${formatCounted(all, 'mercado', 'mercados')}`;

const maxRows = 20;

/** How many people are not compared until the user confirms their occupation; null if none. */
export function doubtfulText(placed: readonly Pick<PlacedPerson, 'confidence'>[]): string | null {
  const doubtful = placed.filter(({ confidence }) => isDoubtful(confidence)).length;
  return doubtful === 0
    ? null
    : `${peopleText(doubtful)} fora da comparação, com ocupação duvidosa, de aprendiz ou de estagiário: confirme em “Cargos”.`;
}

/** Which rows have a salary outside the valid range, and which figures exclude them; null if there are none. */
export function outlierText(
  placed: readonly PlacedPerson[],
  amounts: ReferenceAmounts,
): string | null {
  const rows = placed.filter((one) => amounts.isOutlier(one)).map(({ person }) => person.row);
  return rows.length === 0
    ? null
    : `${peopleText(rows.length)} com salário fora de 0,3 a 150 salários mínimos por mês em 44 horas (${rowsText(rows)}): confira. ${rows.length === 1 ? 'Fica' : 'Ficam'} fora das comparações com o mercado e dos custos.`;
}

/** In thousandths of the median: a salary of a year is about twelve times that of a month, one in centavos a hundred. */
const muchHigher = 6000;

/**
 * The remark that the salaries seem to be of a year or in centavos; null unless most compared ones are much higher, and
 * with incomplete data, which nothing is compared with.
 */
export function notMonthlyText(
  { placed, completeness }: Pick<PlacedRoll, 'placed' | 'completeness'>,
  amounts: ReferenceAmounts,
): string | null {
  if (isIncomplete(completeness)) return null;
  const median = amounts.ofPercentile(5000);
  const ratios = placed.flatMap((one) => median.comparison(one)?.ratio ?? []);
  const high = ratios.filter((ratio) => ratio >= muchHigher);
  return high.length * 2 <= ratios.length
    ? null
    : `Os salários parecem ser por ano ou em centavos: os de ${peopleText(high.length)} são 6 vezes a mediana do mercado ou mais. Se são, ponha na planilha os salários por mês, em reais.`;
}

/** A working day, with up to two hours of overtime: hundredths of hours. */
const [minDay, maxDay] = [400, 1000];

/** The remark that the payroll seems to have hours a day, which would multiply every salary; null if it does not. */
export function dailyHoursText(people: readonly Person[]): string | null {
  const written = people.filter(({ hasUsualHours }) => !hasUsualHours);
  const daily = written.filter(({ hours }) => hours >= minDay && hours <= maxDay);
  return daily.length * 2 <= written.length
    ? null
    : `As horas parecem ser por dia: ${peopleText(daily.length)} com 4 a 10 horas, lidas como horas por semana. Se são por dia, ponha na planilha as horas por semana.`;
}

/**
 * Which rows have the identification, the job and the salary of an earlier row, or everything that was read of it where
 * no row has an identification; null if there are none.
 */
export function repeatedText(people: readonly Person[]): string | null {
  const isIdentified = people.some(({ identification }) => identification !== '');
  const known = new Set<string>();
  const rows: number[] = [];
  for (const { row, ...values } of people) {
    const { identification, jobKey, centavos } = values;
    if (isIdentified && identification === '') continue;
    const key = JSON.stringify(isIdentified ? [identification, jobKey, centavos] : values);
    if (known.has(key)) rows.push(row);
    known.add(key);
  }
  const sameness = isIdentified
    ? 'com a matrícula ou o nome, o cargo e o salário de outra'
    : 'com os valores de outra em todas as colunas lidas';
  return rows.length === 0
    ? null
    : `${formatCounted(rows.length, 'linha', 'linhas')} ${sameness} (${rowsText(rows)}): cada uma conta como uma pessoa. Confira se não há repetições.`;
}

/** "linhas 3, 8 e mais 2 da planilha". */
function rowsText(rows: readonly number[]): string {
  const which = formatFirst(rows.map(String), maxRows);
  return `${rows.length === 1 ? 'linha' : 'linhas'} ${which} da planilha`;
}
