import { ageBands, hoursBands } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { TypedText } from './typed-text.ts';

/** The months of the last release, AAAAMM, ascending. */
export type Months = readonly string[];

type Groups = Readonly<Record<string, string | undefined>>;

interface Pattern {
  readonly pattern: RegExp;
  /** The filters of a match; none if no filter can express it; undefined if it is no such text. */
  readonly read: (groups: Groups, months: Months) => Partial<SearchFilters> | null | undefined;
}

/** Reads periods, salaries, weekly hours, ages and CNAE codes. */
export function readNumbers(text: TypedText, months: Months): void {
  for (const { pattern, read } of patterns) {
    for (const match of text.folded.matchAll(pattern)) {
      const { from, to } = text.range(match.index, match.index + match[0].length);
      if (!text.isFree(from, to)) continue;
      const filters = read(match.groups ?? {}, months);
      if (filters === undefined) continue;
      text.claim({ from, to, filters: filters ?? {}, isUnread: filters === null });
    }
  }
}

const monthNames =
  'jan(?:eiro)?|fev(?:ereiro)?|mar(?:co)?|abr(?:il)?|maio?|jun(?:ho)?|jul(?:ho)?|ago(?:sto)?|set(?:embro)?|out(?:ubro)?|nov(?:embro)?|dez(?:embro)?';
const firstLetters = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');
const join = '(?: de |/| |-)';

/** A month or a year, in the groups `name`M and `name`Y. */
const instant = (name: string) =>
  `(?:(?:mes de )?(?:(?<${name}M>${monthNames}|0?[1-9]|1[0-2])${join})?(?:ano de )?(?<${name}Y>20[0-4]\\d))`;
const pattern = (source: string) => new RegExp(`(?<![\\w/.,])${source}(?![\\w/]|[.,]\\d)`, 'g');

function monthOf(year: string | undefined, month: string | undefined, otherwise: number): string {
  const named = firstLetters.indexOf(month?.slice(0, 3) ?? '') + 1;
  const number = month === undefined ? otherwise : named || Number(month);
  return `${year ?? ''}${String(number).padStart(2, '0')}`;
}

const first = (year: string | undefined, month: string | undefined) => monthOf(year, month, 1);
const last = (year: string | undefined, month: string | undefined) => monthOf(year, month, 12);
const period = (periodoInicio: string, periodoFim: string) =>
  periodoInicio <= periodoFim ? { periodoInicio, periodoFim } : undefined;

function lastMonths(count: number, months: Months): Partial<SearchFilters> | null {
  const [from, to] = [months.at(-count), months.at(-1)];
  return from === undefined || to === undefined || count < 1 ? null : (period(from, to) ?? null);
}

const amount = (name: string) =>
  `(?:r\\$ ?)?(?<${name}>\\d{1,3}(?:\\.\\d{3})+|\\d+)(?:,(?<${name}C>\\d{1,2}))?(?<${name}K> ?mil\\b)?`;
const earning =
  '(?:(?:com )?(?:salarios?|ganhando|ganham?|ganhe|recebendo|recebem?|remuneracao|faixa)(?: salarial)? )?(?:de )?';

/** Reais, if the text says that it is an amount: by R$, "reais", "mil" or "salário". */
function reais(groups: Groups, name: string, isThousands: boolean): number {
  const whole = Number(groups[name]?.replaceAll('.', '')) * (isThousands ? 1000 : 1);
  const cents = groups[`${name}C`]?.padEnd(2, '0');
  return whole + (isThousands || cents === undefined ? 0 : Number(cents) / 100);
}
const isThousands = (groups: Groups, name: string) => groups[`${name}K`] !== undefined;
const money = (source: string) =>
  pattern(
    `(?=[^,;]*?(?:r\\$|\\bmil\\b|\\breais\\b|salari|ganha|receb|remunera))${earning}${source}(?: reais)?`,
  );

const isNear = (asked: number | null, own: number | null): boolean =>
  asked === null || own === null ? asked === own : Math.abs(asked - own) <= 2;

/** The band whose ends are at most two years from those of the text; null if none is. */
function ageBand(from: number | null, to: number | null): Partial<SearchFilters> | null {
  const faixaEtaria = keysOf(ageBands).find((band) => {
    const own = ageBands[band];
    const isYoungest = own.from === 18;
    return (isNear(from, own.from) || (isYoungest && from === null)) && isNear(to, own.to);
  });
  return faixaEtaria === undefined ? null : { faixaEtaria };
}

function ageOf(years: number): Partial<SearchFilters> | null | undefined {
  if (years < 14 || years > 99) return undefined;
  const faixaEtaria = keysOf(ageBands).find((band) => {
    const { from, to } = ageBands[band];
    return years >= from && (to === null || years <= to);
  });
  return faixaEtaria === undefined ? null : { faixaEtaria };
}

const years = (text: string | undefined) => Number(text ?? Number.NaN);
const isAge = (text: string | undefined) => years(text) >= 14 && years(text) <= 99;

/** The band of a number of weekly hours; fewer than ten are hours of a day, which no filter has. */
function hoursOf(hours: number): Partial<SearchFilters> | null {
  if (hours < 10 || hours > 99) return null;
  const horas = keysOf(hoursBands).find((band) => {
    const { to } = hoursBands[band];
    return to === null || hours * 100 <= to;
  });
  return horas === undefined ? null : { horas };
}

const hoursText = ' ?(?:h|hs|hrs|horas?)(?: semanais| semana| por semana|/semana|/sem| sem)?';

const patterns: readonly Pattern[] = [
  {
    pattern: pattern('cnae (?<code>\\d{4}-?\\d/?\\d{2})'),
    read: ({ code = '' }) => ({ cnaes: [code.replace(/\D/g, '')] }),
  },
  { pattern: pattern('(?:escala )?12 ?x ?36'), read: () => null },
  {
    pattern: pattern(
      `(?:de |entre )?(?<aM>${monthNames}) (?:a|ate|e) (?<bM>${monthNames})${join}(?<bY>20[0-4]\\d)`,
    ),
    read: ({ aM, bM, bY }) => period(first(bY, aM), last(bY, bM)),
  },
  {
    pattern: pattern(`(?:de |entre )?${instant('a')}(?: a | ate | e | ?- ?)${instant('b')}`),
    read: ({ aM, aY, bM, bY }) => period(first(aY, aM), last(bY, bM)),
  },
  {
    pattern: pattern(`(?:desde|a partir de) ${instant('a')}`),
    read: ({ aM, aY }) => ({ periodoInicio: first(aY, aM) }),
  },
  {
    pattern: pattern(
      `(?<n>[12]|primeiro|segundo)[oº°]? (?:semestre)(?: de| do ano de|/)? ?(?<y>20[0-4]\\d)`,
    ),
    read: ({ n, y }) =>
      n === '1' || n === 'primeiro' ? period(`${y}01`, `${y}06`) : period(`${y}07`, `${y}12`),
  },
  {
    pattern: pattern(
      `(?<n>[1-4]|primeiro|segundo|terceiro|quarto)[oº°]? (?:trimestre|tri)(?: de| do ano de|/)? ?(?<y>20[0-4]\\d)`,
    ),
    read: ({ n = '', y }) => {
      const named = ['primeiro', 'segundo', 'terceiro', 'quarto'].indexOf(n) + 1;
      const end = (named || Number(n)) * 3;
      return period(monthOf(y, String(end - 2), 1), monthOf(y, String(end), 1));
    },
  },
  {
    pattern: pattern('(?:n[oa]s? )?ultimos? (?<n>\\d{1,3}) meses'),
    read: ({ n }, months) => lastMonths(Number(n), months),
  },
  { pattern: pattern('(?:no )?ultimo mes'), read: (_, months) => lastMonths(1, months) },
  { pattern: pattern('(?:no )?ultimo ano'), read: (_, months) => lastMonths(12, months) },
  {
    // "Até 2000 reais" and "de 2000 a 3000" are no years.
    pattern: pattern(`${instant('a')}(?! ?(?:reais|mil\\b|(?:a|e|ate) \\d))`),
    read: ({ aM, aY }) => period(first(aY, aM), last(aY, aM)),
  },
  {
    pattern: money(`(?:entre|de|faixa de)? ?${amount('a')} ?(?:e|a|ate|-) ?${amount('b')}`),
    read: (groups) => {
      const isHigh = isThousands(groups, 'b');
      const salarioMin = reais(groups, 'a', isHigh || isThousands(groups, 'a'));
      const salarioMax = reais(groups, 'b', isHigh);
      return salarioMin <= salarioMax ? { salarioMin, salarioMax } : undefined;
    },
  },
  {
    pattern: money(
      `(?:acima d[eo]s?|mais d[eo]s?|mais que|a partir d[eo]s?|maior que|minimo(?: de)?) ${amount('a')}`,
    ),
    read: (groups) => ({ salarioMin: reais(groups, 'a', isThousands(groups, 'a')) }),
  },
  {
    pattern: money(
      `(?:no maximo|ate|abaixo d[eo]s?|menos d[eo]s?|menor que|maximo(?: de)?) ${amount('a')}`,
    ),
    read: (groups) => ({ salarioMax: reais(groups, 'a', isThousands(groups, 'a')) }),
  },
  {
    pattern: money(`${amount('a')} (?:ou|e) mais`),
    read: (groups) => ({ salarioMin: reais(groups, 'a', isThousands(groups, 'a')) }),
  },
  {
    pattern: pattern(`(?:mais de|acima de) 44${hoursText}`),
    read: () => ({ horas: 'mais-de-44' }),
  },
  {
    pattern: pattern(`(?:ate|no maximo) 20${hoursText}`),
    read: () => ({ horas: 'ate-20' }),
  },
  {
    pattern: pattern(`(?<n>\\d{1,2})${hoursText}(?<day> por dia| diarias|/dia| ao dia)?`),
    read: ({ n, day }) => (day === undefined ? hoursOf(Number(n)) : null),
  },
  {
    pattern: pattern('\\d{1,2}\\+? anos de experiencia'),
    read: () => null,
  },
  {
    pattern: pattern(
      '(?:idade )?(?:de |entre |dos )?(?<a>\\d{2})(?: anos)?(?: a | e | ate | aos |-)(?<b>\\d{2})(?: anos)?(?! ?(?:h|horas|mil|reais)\\b)',
    ),
    read: ({ a, b }) =>
      isAge(a) && isAge(b) && years(a) < years(b) ? ageBand(years(a), years(b)) : undefined,
  },
  {
    pattern: pattern('(?:acima de|mais de|maior de|maiores de|acima dos) (?<a>\\d{2})(?: anos)?'),
    read: ({ a }) => (isAge(a) ? ageBand(years(a) + 1, null) : undefined),
  },
  {
    pattern: pattern('(?:a partir de |a partir dos )(?<a>\\d{2}) anos'),
    read: ({ a }) => (isAge(a) ? ageBand(years(a), null) : undefined),
  },
  {
    pattern: pattern('(?<a>\\d{2})(?: ?\\+(?: ?anos)?|(?: anos)? ou mais|(?: anos)? e mais)'),
    read: ({ a }) => (isAge(a) ? ageBand(years(a), null) : undefined),
  },
  {
    pattern: pattern('(?:ate os|ate|menos de|abaixo de|no maximo) (?<a>\\d{2})(?: anos)?'),
    read: ({ a }) => (isAge(a) ? ageBand(null, years(a)) : undefined),
  },
  {
    pattern: pattern('(?:com |de |idade )?(?<a>\\d{2}) anos'),
    read: ({ a }) => ageOf(years(a)),
  },
];
