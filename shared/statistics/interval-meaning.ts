/** What the interval of a full count means: on the method page, on paper and in the guide of the API. */
export const intervalMeaning =
  'Os registros são todos os que os arquivos têm, não uma amostra, e a mediana deles é exata. O intervalo de 95\u00a0% trata esses registros como alguns dos que poderiam existir nas mesmas condições: vem de um método que, repetido, contém a mediana de todos eles em 95 de cada 100 vezes.';
