import type { SearchFilters } from '../../../shared/contracts/search.ts';

export type Groups = Readonly<Record<string, string | undefined>>;
type Read = (groups: Groups) => Partial<SearchFilters> | null | undefined;

const units =
  'um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  );
const tens = 'dez vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const hundreds =
  'cem duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
    ' ',
  );
const inWords: ReadonlyMap<string, number> = new Map([
  ...units.map((word, at) => [word, at + 1] as const),
  ...tens.map((word, at) => [word, (at + 1) * 10] as const),
  ...hundreds.map((word, at) => [word, (at + 1) * 100] as const),
  ['catorze', 14],
]);

/** The number of "2.000", "vinte e cinco" and "quinhentos". */
export const numberOf = (typed: string): number =>
  typed
    .split(' e ')
    .reduce((sum, one) => sum + (inWords.get(one) ?? Number(one.replaceAll('.', ''))), 0);

/** A number in words, up to 99. */
export const upTo99 = `(?:(?:${tens.join('|')})(?: e (?:${units.join('|')}))?|${units.join('|')}|catorze)`;
/** "Dois" of "dois mil" and of "dois a três mil", not "vinte" of "cento e vinte mil"; nothing of "até mil". */
const thousands = `(?<!(?:cento|entos|nta|vinte) e )${upTo99}(?= (?:mil|(?:a|e|ate) ${upTo99} mil)\\b)|(?<=(?:^|\\b(?:de|a|e|ate|que|do|entre|salarios?|ganhando|recebendo|minimo|maximo)) )(?=mil\\b)`;

/** Units that make a number no amount of money. */
const otherUnit =
  '(?! ?(?:anos?|h|hs|hrs|horas?|funcionarios?|empregados?|colaboradores|trabalhadores|pessoas|vagas|alunos|clientes|habitantes|meses|mes|k[gm]|quilos?|quilometros|litros?|toneladas?|metros?)\\b| ?%)';

/** An amount in the groups that begin with `name`: R (R$), the number itself, C (centavos), K (thousands), H (hundreds). */
export const amount = (name: string): string =>
  `(?:(?<${name}R>r\\$) ?)?(?<${name}>\\d{1,3}(?:\\.\\d{3})+|\\d+|${thousands})(?:[.,](?<${name}C>\\d{1,2}))?(?<${name}K> ?(?:mil|k)\\b(?: e (?<${name}H>\\d{3}(?!\\d)|(?:${hundreds.join('|')})\\b))?)?${otherUnit}`;

const digits = '\\d[\\d.]*(?:,\\d{1,2})?';

const hundred = `(?:\\d{3}|${hundreds.join('|')})`;
const inHundreds = `(?:cento|${hundreds.join('|')})`;
/** An amount that is neither limit nor range, without groups. */
export const oneAmount = `(?:r\\$ ?${digits}(?: ?(?:mil|k)\\b)?|${digits} ?(?:mil|k|reais)|(?:(?:${inHundreds} e )?${upTo99}|${inHundreds}) mil|mil(?= reais| e ${hundred}))(?: e ${hundred})?${otherUnit}`;

export const monthly = '(?: (?:mensais|mensal|(?:por|ao) mes)| ?/ ?mes)\\b';
export const otherTime =
  ' ?(?:(?:por|ao|a|/) ?(?:h|hora|dia|semana|ano)|diari[oa]s?|semana(?:l|is)|anua(?:l|is))\\b';
export const earning = `(?:(?:com )?(?:salarios?|ganhando|ganham?|ganhe|recebendo|recebem?|pagam?|pagando|remuneracao|faixa)(?: salarial)?(?<yearly>${otherTime})? )?(?:de )?`;

/** Four or five digits of a limit or range that are no year, code or number of something else: "acima de 3000". */
const plainAmount = `\\b(?:de|que|a|e|ate|entre|minimo|maximo|menos) (?:(?:1[0-8]|2[1-9]|[3-9]\\d)\\d\\d|[1-9]\\d{4})(?![-.,/]?\\d)${otherUnit}`;

/** An amount, if the text says that it is one: by R$, "reais", "mil", "salário" or its size. No filter has the pay of an hour or a year. */
export const money = (source: string, read: Read): readonly [source: string, read: Read] => [
  `(?=(?:[^,;]|,\\d)*?(?:r\\$|(?:\\b|\\d)(?:mil|k)\\b|\\breais\\b|\\d\\.\\d{3}|\\d,\\d{2}\\b|salari|ganha|receb|remunera|${plainAmount}))${earning}(?:${source})(?: (?<unit>reais))?(?:${monthly}|(?<other>${otherTime}))?`,
  (groups) => ((groups['yearly'] ?? groups['other']) === undefined ? read(groups) : null),
];

/** An amount in reais; a "mil" after the group `other` multiplies it too. */
function reais(groups: Groups, name: string, other = name): number {
  const isThousands = [name, other].some((one) => groups[`${one}K`] !== undefined);
  const number = Number(`${numberOf(groups[name] || 'um')}.${groups[`${name}C`] ?? 0}`);
  const rest = numberOf(groups[`${name}H`] ?? '0');
  return Math.round(number * (isThousands ? 1000 : 1) * 100) / 100 + rest;
}

/** A smaller number without R$ or "reais" is an age or hours: "de 18 a 25 ganhando 2 mil". */
const minAmount = 100;

/** Reads the amount `a` as one end of the salaries. */
export const limitOf = (name: 'salarioMin' | 'salarioMax') => (groups: Groups) => {
  const limitReais = reais(groups, 'a');
  const isPay = limitReais >= minAmount || (groups['aR'] ?? groups['unit']) !== undefined;
  return isPay ? { [name]: limitReais } : undefined;
};

/** The amounts `a` and `b`: "2 a 3 mil" starts at 2,000, "800 a 2 mil" at 800, and "44 a 2 mil" is none. */
export function amounts(groups: Groups): Partial<SearchFilters> | undefined {
  const salarioMax = reais(groups, 'b');
  const [inThousands, own] = [reais(groups, 'a', 'b'), reais(groups, 'a')];
  const salarioMin = inThousands > salarioMax && own >= minAmount ? own : inThousands;
  const isPay = salarioMax >= minAmount && salarioMin <= salarioMax;
  return isPay ? { salarioMin, salarioMax } : undefined;
}
