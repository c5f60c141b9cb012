import { minForSensitive, minForStatistics } from './design-effect.ts';

/** Below tables with a dash for some group. */
export const suppressionNote = `Com menos de ${minForStatistics} registros (${minForSensitive} por raça/cor ou deficiência), mostramos só a contagem. Quando o total revelaria os valores desse grupo, omitimos também a média de outro grupo; se esse outro também é pequeno ou tem quase todos os registros, omitimos todos os valores dele.`;
