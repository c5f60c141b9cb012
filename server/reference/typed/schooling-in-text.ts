import type { SearchFilters } from '../../../shared/contracts/search.ts';

const atLeast =
  '(?:(?:no )?minimo(?: de)?|pelo menos|ao menos|a partir d[eo]|acima d[eo]|mais (?:que|de|do que)|superior ao)';
const atMost = '(?:ate|no maximo|abaixo d[eo]|menos (?:que|de|do que)|inferior ao)';
const sureLevel =
  '(?:(?:ensino|nivel|curso) (?:fundamental|medio|superior)|fundamental|(?:1|2|primeiro|segundo)[oº°]? grau|graduacao|faculdade|pos[ -]graduacao|mestrado|doutorado)';
const level = `(?:${sureLevel}|medio|superior|pos)`;
const state = '(?: (?:in)?complet[oa])?';
const studying =
  '(?:qu(?:e|em) )?(?:cursando|concluindo|terminando|fazendo|faz|estudando|estuda|estudantes? d[eo])';

/** Limits, ranges and breaks of schooling, which no filter has; only "até o fundamental" is one. */
export const unreadSchooling = [
  `(?:${atLeast}|${atMost}(?! (?:o )?(?:ensino |nivel )?fundamental)) (?:o )?${level}${state}(?! porte)`,
  `${level}${state} (?:ou (?:mais|acima|menos|abaixo)|em diante|p(?:a)?ra cima|no (?:minimo|maximo))`,
  `(?<!professor\\w* (?:d[eo] |no )?(?:ensino )?)(?:de |do |entre (?:o )?)?(?:${sureLevel}${state}|(?:medio|superior) (?:in)?completo)(?:(?: (?:ao?|ate(?: o)?|e|ou|x|vs) | ?[/,] ?)(?:${level}${state}|(?:in)?completo)(?! porte))+`,
  `(?:larg|tranc|abandon|par)(?:ou|aram) (?:n?[oa]) ${level}`,
].join('|');

/** Schooling that is not finished, in the group `before` or `after`. */
export const unfinishedSchooling = `${studying} (?:[oa] )?(?<before>${level})(?: em andamento)?|(?:com )?(?<after>${level}) (?:em andamento|em curso|cursando|inacabad[oa]|trancad[oa]|interrompid[oa]|nao (?:conclui|termina|completa)d[oa])`;

/** The filter of unfinished schooling; none above "superior". */
export function unfinished(typedLevel: string): Partial<SearchFilters> | null {
  if (/fundamental|^(?:1|primeiro)/.test(typedLevel)) return { escolaridade: '2' };
  if (/medio|^(?:2|segundo)/.test(typedLevel)) return { escolaridade: '4' };
  return /superior|^graduacao|faculdade/.test(typedLevel) ? { escolaridade: '6' } : null;
}
