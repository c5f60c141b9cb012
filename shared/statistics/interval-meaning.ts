/** What the interval of a full count means: on the method page, on paper and in the guide of the API. */
export const intervalMeaning =
  'Usamos todos os registros dos arquivos, não uma amostra, e a mediana deles é exata. O intervalo de 95\u00a0% os trata como parte dos que poderiam existir nas mesmas condições: intervalos calculados assim contêm a mediana de todos em 95 de cada 100 casos.';
