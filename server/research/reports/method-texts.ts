import { withheldNote, suppressionPromise } from '../../../shared/statistics/suppression.ts';
import {
  fewestBeyond,
  fewestForConfidence,
  fewestForGenderGap,
} from '../../../shared/statistics/design-effect.ts';

/** How the statistics of every document are computed, and what they exclude. */
export const methodTexts: readonly string[] = [
  'Percentis e quartis são exatos, por interpolação linear entre registros vizinhos (PERCENTIL.INC: posição (n − 1) · p, a partir do menor), sobre todos os registros, arredondados ao centavo. Não há amostragem.',
  'A média e o desvio padrão, o amostral (n − 1), são de todos os registros, arredondados ao centavo.',
  'O intervalo de 95\u00a0% da mediana vai de um registro a outro, escolhidos pela distribuição binomial de parâmetro ½: não supõe forma alguma da distribuição. Existe a partir de 6 registros.',
  `A diferença entre as medianas de mulheres e homens, com ao menos ${fewestForGenderGap} registros de cada, tem intervalo de 95\u00a0% por Bonett e Price (2002), quando ele pode ser calculado.`,
  'Valores reais: cada salário é corrigido pelo INPC do seu mês até o último mês com índice conhecido, e só depois se calculam mediana, média e quartis. Sem índice, não há valor real.',
  `${withheldNote} Percentis além dos quartis com menos de ${fewestBeyond} registros além deles são indício. Com menos de ${fewestForConfidence}, a amostra é pequena: tome os valores como indício, não como referência.`,
  suppressionPromise,
  'Cada painel deixa de fora o filtro da sua própria dimensão, para que o escolhido apareça ao lado do resto.',
];
