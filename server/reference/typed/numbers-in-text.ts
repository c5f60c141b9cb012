import { monthLater } from '../../../shared/codes/months.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import {
  amount,
  amounts,
  earning,
  limitOf,
  money,
  monthly,
  numberOf,
  oneAmount,
  otherTime,
  upTo99,
  type Groups,
} from './amounts-in-text.ts';
import { ageOf, ages, hoursOf } from './bands-of-numbers.ts';
import { unfinished, unfinishedSchooling, unreadSchooling } from './schooling-in-text.ts';
import type { TypedText } from './typed-text.ts';

/** The months of the last release, AAAAMM, ascending. */
export type Months = readonly string[];

/** The filters of a match; none if no filter can express it; undefined if it is no such text. */
type Read = (groups: Groups, months: Months) => Partial<SearchFilters> | null | undefined;

/** Reads periods, salaries, weekly hours, ages and CNAE codes. */
export function readNumbers(text: TypedText, months: Months): void {
  for (const [pattern, read] of patterns) {
    for (const match of text.folded.matchAll(pattern)) {
      const { from, to } = text.range(match.index, match.index + match[0].length);
      if (!text.isFree(from, to)) continue;
      const filters = read(match.groups ?? {}, months);
      if (filters === undefined || text.claimExcluded(from, to)) continue;
      text.claim({ from, to, filters: filters ?? {}, isUnread: filters === null });
    }
  }
  unreadContradictions(text);
}

/**
 * Makes claims unread that contradict others: with other values of the same filters, as in "2024 vs 2025" and in "desde
 * 2024, últimos 6 meses", where only the limit is unread; and the limits of a period that would start after its end, as
 * in "até 2023, desde 2024".
 */
function unreadContradictions(text: TypedText): void {
  const said = text.claims.map((claim) => ({
    claim,
    own: Object.entries(claim.filters).map(([name, value]) => [name, String(value)] as const),
  }));
  const { periodoInicio = '', periodoFim = periodoInicio }: Partial<SearchFilters> = Object.assign(
    {},
    ...text.claims.map(({ filters }) => filters),
  );
  for (const { claim, own } of said) {
    const isOther = said.some(({ own: others }) => {
      const values = new Map(others);
      return (
        own.every(([name]) => values.has(name)) &&
        own.some(([name, value]) => values.get(name) !== value)
      );
    });
    const isLimit = own.length === 1 && own[0]?.[0].startsWith('periodo') === true;
    if (isOther || (isLimit && periodoInicio > periodoFim)) text.makeUnread(claim);
  }
}

const pattern = (source: string) => new RegExp(`(?<![\\w/.,])(?:${source})(?![\\w/]|[.,]\\d)`, 'g');

const monthNames =
  'jan(?:eiro)?|fev(?:ereiro)?|mar(?:co)?|abr(?:il)?|maio?|jun(?:ho)?|jul(?:ho)?|ago(?:sto)?|set(?:embro)?|out(?:ubro)?|nov(?:embro)?|dez(?:embro)?';
const anyMonth = `(?:${monthNames})`;
const wholeMonths =
  '(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)';
const firstLetters = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');
const join = '(?: de |/| |-)';

/**
 * A month or a year: in the groups `name`M and `name`Y, and in `name`D the month of "202601" or "2026-01". The end of
 * "1500 a 2019" is no year. Nor is 2000, which is an amount: the registry begins in 2020.
 */
const instant = (name: string) =>
  `(?:(?:mes de )?(?:(?<${name}M>${monthNames}|0?[1-9]|1[0-2])${join})?(?:ano de )?(?<${name}Y>(?<!\\b(?!20)\\d{3,4} (?:a|e|ate) )20(?!00)[0-4]\\d|(?<=[a-z]/)2\\d)(?:(?<=202\\d)[-/]?(?<${name}D>0[1-9]|1[0-2]))?)`;

function monthOf(year: string | undefined, month: string | undefined, otherwise: number): string {
  const named = firstLetters.indexOf(month?.slice(0, 3) ?? '') + 1;
  const number = month === undefined ? otherwise : named || Number(month);
  return `${(year ?? '').padStart(4, '20')}${String(number).padStart(2, '0')}`;
}

const endOf = (otherwise: number) => (groups: Groups, name: string) =>
  monthOf(groups[`${name}Y`], groups[`${name}M`] ?? groups[`${name}D`], otherwise);
const [first, last] = [endOf(1), endOf(12)];
const period = (periodoInicio: string, periodoFim: string) =>
  periodoInicio <= periodoFim ? { periodoInicio, periodoFim } : undefined;

/** From one instant to another; none if "e" joins two with months between them: "2023 e 2025". */
function bothPeriods(groups: Groups): Partial<SearchFilters> | null | undefined {
  const isPair = groups['and'] !== undefined && groups['between'] === undefined;
  if (isPair && monthLater(last(groups, 'a'), 1) !== first(groups, 'b')) return null;
  return period(first(groups, 'a'), last(groups, 'b'));
}

/** Words before a period that leave only its first or last month, or make it what no filter expresses. */
const limit =
  '(?:(?<limit>(?:desde|a partir)(?: d?o (?:comeco|inicio))?|ate(?: o (?:fim|final))?|antes|depois|apos|comeco|inicio|fim|final|meados)(?: d[eo]| o)? )?';

/** What makes a year the first of two amounts; not after "desde", nor before hours or ages. */
const range = `(?<!\\b(?:desde|a partir|${monthNames})\\D{0,4}(?:\\d\\d?/)?20[0-4]\\d )(?:a|e|ate) \\d(?!\\d?(?: a \\d\\d)? ?(?:h|hs|hrs|horas?|anos)\\b)`;

/** "Ganha 2024" is no year, nor "salário 2000", because the registry begins in 2020. */
const notPaid =
  '(?!(?<=(?:ganh\\w+|receb\\w+) (?:de )?)\\d{4})(?!(?<=(?:salarios?|remuneracao|minimo|maximo) (?:de )?)20[01]\\d)';

function limitedPeriod(
  name: string | undefined,
  from: string,
  to: string,
): Partial<SearchFilters> | null | undefined {
  if (name === undefined) return period(from, to);
  if (name.startsWith('ate')) return { periodoFim: to };
  return /^(?:desde|a partir)/.test(name) ? { periodoInicio: from } : null;
}

function lastMonths(count: number, months: Months): Partial<SearchFilters> | null {
  const [from, to] = [months.at(-count), months.at(-1)];
  return from === undefined || to === undefined || count < 1 ? null : (period(from, to) ?? null);
}

const ordinals = ['primeiro', 'segundo', 'terceiro', 'quarto'];
const nth = `(?:[1-4]|${ordinals.join('|')})[oº°]?`;
/** A year, of two digits only where nothing but a year can be meant. */
const ofYear =
  '(?<y>20[0-4]\\d|(?<=\\d[qst]|[/-])2\\d|(?<=de )2\\d(?! ?(?:anos|a|e|h|hs|horas)\\b))';

/** The n-th half or quarter of a year, or those from one to another. */
function partOfYear({ limit: name, n = '', from = n, and, part, y }: Groups) {
  const length = part?.startsWith('s') === true ? 6 : 3;
  const [start = 0, end = 0] = [from, n].map(
    (one) => (ordinals.indexOf(one) + 1 || Number.parseInt(one, 10)) * length,
  );
  if (end > 12) return undefined;
  if (start > end || (and !== undefined && end - start > length)) return null;
  return limitedPeriod(
    name,
    monthOf(y, String(start - length + 1), 1),
    monthOf(y, String(end), 12),
  );
}

/** A number of minimum wages, or of salaries: no amount in reais, because the minimum wage changes within a period. */
const wages = '(?:\\d{1,3}(?:[.,]\\d{1,2})?|meio|um|dois|tres|quatro|cinco)';
const bounds =
  '(?:entre|acima de|mais de|mais que|maior que|superior a|a partir de|no minimo|pelo menos|ao menos|no maximo|ate|abaixo de|menos de|menos que|menor que|inferior a)';
const minimumWages = `${earning}(?:${bounds} )?${wages}(?: ?(?:a|e|ate|-) ?${wages})? ?(?:salarios? minimos?|sm|salarios? e meio|salarios(?! (?:de )?(?:r\\$|\\d)))|(?:no )?salario minimo(?! (?:de )?(?:r\\$|\\d))`;

const hoursText = ' ?(?:h|hs|hrs|horas?)(?: semanais| semana| por semana|/semana|/sem| sem)?';

const count = '\\d{1,3}(?:\\.?\\d{3})?';
const size = '(?:micros?|pequen[oa]s?|medi[oa]s?|grandes?)';

/** Years that are no age, what a number counts, sizes of two kinds, and a part of a town. */
const otherNumbers = [
  `(?:${bounds} )?(?:\\d{1,2} a )?\\d{1,2}\\+? anos de (?:experiencia|casa|empresa|carreira|servico|profissao|trabalho|contribuicao|registro|carteira|mercado|atuacao|funcao|formad[oa])`,
  'tempo de [a-z]+ (?:de )?\\d{1,2} anos|ha (?:mais de |menos de )?\\d{1,2} anos',
  `(?:empresas? (?:com |de )?)?(?:${bounds} )?(?:${count} (?:a|e) )?(?:${count}\\+?|(?:[a-z]+ )?mil) (?:funcionarios|empregados|colaboradores|trabalhadores|pessoas|vagas|km)`,
  `(?:empresas? (?:de )?)?${size}(?:, ${size})* (?:e|ou|a|ate) ${size} (?:empresas?|portes?)`,
  `(?:empresas?|porte) (?:de )?${size}(?:, ${size})*(?: (?:e|ou|a|ate) | ?/ ?)${size}(?! (?:in)?complet)`,
  '(?:empresas? (?:de )?)?(?:ate|a partir de|acima de|abaixo de|no minimo|no maximo|pelo menos) (?:pequeno|medio|grande) porte',
  'bairro (?:d[eoa]s? )?[a-z]+',
  '(?:divisao|grupo|classe) \\d{2,5}(?: (?:da )?cnae)?|cnae \\d{2,5}',
  `(?:percentil|p) ?\\d{2}|(?:${nth} )?(?:quartil|quartis|decil|decis)`,
];

const allMonths =
  '(?:todos os meses|todo o periodo|periodo (?:todo|inteiro|completo)|desde o (?:inicio|comeco)(?! d[aeo]))';

const sources: readonly (readonly [source: string, read: Read])[] = [
  ['cnae (?<code>\\d{4}-?\\d/?\\d{2})', ({ code = '' }) => ({ cnaes: [code.replace(/\D/g, '')] })],
  [
    // Schemes of work, hours of a day or month, years of birth.
    `(?:plant(?:ao|oes) (?:de )?|(?<=plantonistas? )(?:de )?)\\d{1,2}${hoursText}|\\d{1,2}${hoursText} de plant(?:ao|oes)|\\d{1,2} ?h\\d{2}(?: por dia| diarias)?|(?:escala )?(?:12 ?(?:x|/|por) ?36|24 ?x ?48|[4-6] ?(?:x|por) ?[1-3])|24 ?(?:h|hs|horas)(?! ?/?(?:por )?sem)|(?:${bounds} )?(?:[12]\\d{2}|(?:cento|duzent[ao]s)(?: e ${upTo99})?) ?(?:h|hs|hrs|horas)(?: mensais| por mes)?|(?:nascid|formad)[oa]s? (?:em|depois de|antes de|ate|desde) (?:19|20)\\d\\d|${minimumWages}|${unreadSchooling}`,
    () => null,
  ],
  [unfinishedSchooling, ({ before = '', after = before }) => unfinished(after)],
  [`${anyMonth}(?:, ?${anyMonth})+ e ${anyMonth}(?:${join}20[0-4]\\d)?`, () => null],
  [
    `(?:de )?(?<between>entre )?(?<aM>${monthNames})(?: (?:a|ate)|(?<and> e)| ?[-/]) ?(?<bM>${monthNames})${join}(?<bY>20[0-4]\\d|(?<=[a-z]/)2\\d)`,
    (groups) => bothPeriods({ ...groups, aY: groups['bY'] }),
  ],
  // Months without a year; "março" alone would be the city of Marco.
  [
    `(?:em|mes de|desde|ate) ${wholeMonths}(?!,?${join}20[0-4]\\d|[ ,/(-]*(?:ce|ceara)\\b)|de ${wholeMonths} p(?:a)?ra ca|(?<!\\brio )(?:de |entre )?${wholeMonths} (?:a|ate|e) ${wholeMonths}(?!,?${join}20[0-4]\\d)`,
    () => null,
  ],
  [
    `(?:de |desde |a partir de )?(?<between>entre )?${instant('a')}(?: a | ate |(?<and> e )| ?- ?)${instant('b')}`,
    bothPeriods,
  ],
  [
    `${limit}(?:(?<from>${nth}) (?:ao?|ate|(?<and>e))(?: o)? )?(?<n>${nth}) (?<part>semestre|(?<=[oº°] |o )sem\\.?|trimestre|trim?\\.?)(?: de| do ano de|/)? ?${ofYear}`,
    partOfYear,
  ],
  [
    `${limit}(?:(?<n>[1-4])(?<part>[qst])|(?<letter>[qt])(?<digit>[1-4]))(?: ?[/-] ?| de | )?${ofYear}`,
    ({ n, digit = n, part, letter = part, ...rest }) =>
      partOfYear({ ...rest, n: digit, part: letter }),
  ],
  [
    `(?:n[oa]s? )?ultimos? (?:(?<n>\\d{1,3}|${upTo99}) (?:meses|(?<years>anos))|mes|(?<year>ano))`,
    ({ n = '1', years, year = years }, months) =>
      lastMonths(numberOf(n) * (year === undefined ? 1 : 12), months),
  ],
  [
    // "Até 2000 reais", "salário até 2000", "salário 2000", "R$2000" and "de 2000 a 3000" are no years.
    `${limit}(?<!(?:r\\$|[<>]=?) ?)(?!(?<=(?:salarios?|ganh\\w+|receb\\w+|remuneracao) (?:nao )?(?:ate|a partir de|no maximo|no minimo|pelo menos|ao menos|(?:acima|abaixo|mais|menos) de|(?:mais|maior|menor) que|(?:superior|inferior) a) )\\d{4})(?<!(?:r\\$ ?|salarios? (?:de |entre )?)[\\d.,]+ (?:a|e|ate) )${notPaid}${instant('a')}(?! ?(?:reais|mil\\b|por mes|mensa|${range}|- ?\\d))(?<onward> (?:p(?:a)?ra ca|em diante|ate (?:hoje|agora)))?`,
    ({ limit: name, onward, ...groups }) =>
      limitedPeriod(onward === undefined ? name : 'desde', first(groups, 'a'), last(groups, 'a')),
  ],
  // "Todos os meses de 2024" asks for the months of the year, which another pattern reads.
  [`(?<=\\b20\\d\\d\\b.*)${allMonths}|${allMonths}(?=.*\\b20\\d\\d\\b)`, () => ({})],
  [allMonths, (_, months) => lastMonths(months.length, months)],
  money(`(?:entre|de|faixa de)? ?${amount('a')} ?(?:e|a|ate|-) ?${amount('b')}`, amounts),
  money(
    `(?:acima d[eo]s?|mais d[eo]s?|mais (?:do )?que|a partir d[eo]s?|maior que|superior a|(?:no )?minimo(?: de)?|pelo menos|ao menos) ${amount('a')}`,
    limitOf('salarioMin'),
  ),
  money(
    `(?:no maximo|ate|abaixo d[eo]s?|menos d[eo]s?|menos (?:do )?que|menor que|inferior a|maximo(?: de)?) ${amount('a')}`,
    limitOf('salarioMax'),
  ),
  money(
    `${amount('a')}(?: reais)?(?: (?:ou|e) mais|\\+| (?:pra|para) cima)`,
    limitOf('salarioMin'),
  ),
  // One amount is no range.
  [
    `(?:(?:cerca|por volta|em torno) de )?${oneAmount}(?: reais)?(?:${monthly}|${otherTime})?`,
    () => null,
  ],
  [`(?:mais de|acima de) 44${hoursText}`, () => ({ horas: 'mais-de-44' })],
  [`(?:ate|no maximo) 20${hoursText}|20${hoursText} ou menos`, () => ({ horas: 'ate-20' })],
  [
    // "18 a 25 - 40 horas", "7152-10 e 44h" and "assistente 2 - 44h" have no range of hours.
    `(?:de |entre |(?<bound>${bounds}) )?(?:(?<!\\b(?:a|ate) |- ?)(?<from>[1-9]\\d|${upTo99})(?: a | ate |-|(?<=\\bentre \\d\\d) e ))?(?<n>\\d{1,2}|(?<! e )${upTo99})${hoursText}(?<other> por dia| diarias|/dia| ao dia| (?:ou|e) (?:mais|menos))?`,
    ({ bound, n = '', from = n, other }) => {
      const [low, high] = [from, n].map((hours) => hoursOf(numberOf(hours)));
      return bound === undefined && other === undefined && low?.horas === high?.horas ? high : null;
    },
  ],
  [otherNumbers.join('|'), () => null],
  [
    '(?:idade )?(?:de |entre |dos )?(?<a>\\d{2})(?: anos)?(?: a | e | ate | aos |-)(?<b>\\d{2})(?: anos)?(?! ?(?:h|horas|mil|reais)\\b)',
    ({ a, b }) => (Number(a) < Number(b) ? ages(Number(a), Number(b)) : undefined),
  ],
  [
    '(?:acima d(?:e|os)|mais (?:de|que)|maior(?:es)? (?:de|que)|superior a) (?<a>\\d{2})(?: anos)?|(?:a partir d(?:e|os)|no minimo|pelo menos|ao menos) (?<b>\\d{2}) anos|(?<c>\\d{2})(?: ?\\+(?: ?anos)?|(?: anos)? (?:ou|e) mais)',
    ({ a, b, c }) => ages(a === undefined ? Number(b ?? c) : Number(a) + 1, null),
  ],
  [
    '(?:ate os|ate|menos (?:de|que)|menor(?:es)? (?:de|que)|abaixo d(?:e|os)|inferior a|no maximo) (?<a>\\d{2})(?: anos)?',
    ({ a }) => ages(null, Number(a)),
  ],
  ['(?:antes|depois|apos) (?:d?os |de )?\\d{2} anos', () => null],
  ['(?:com |de |idade )?(?<a>\\d{2}) anos', ({ a }) => ageOf(Number(a))],
];
const patterns = sources.map(([source, read]) => [pattern(source), read] as const);
