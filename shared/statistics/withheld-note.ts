import { fewestForSensitive, fewestForStatistics } from './design-effect.ts';

/** Below tables with a dash for some group. */
export const withheldNote = `Com menos de ${fewestForStatistics} registros mostramos só a contagem (por raça/cor ou deficiência, com menos de ${fewestForSensitive}); de outro grupo omitimos a média, ou todos os valores se ele também é pequeno, onde o total revelaria o primeiro.`;
