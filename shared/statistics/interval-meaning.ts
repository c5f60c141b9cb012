/** What the interval of a full count means: on the method page, on paper and in the guide of the API. */
export const intervalMeaning =
  'Os registros são todos os dos arquivos, não uma amostra: a mediana é exata. O intervalo de 95\u00a0% os trata como alguns dos possíveis nas mesmas condições: o método contém a mediana de todos em 95 de cada 100 vezes.';
