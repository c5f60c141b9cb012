/** The guarantee of suppression, on the method page and on paper (docs/decisions/0031-small-numbers.md). */
export const suppressionPromise =
  'Nenhum valor omitido pode ser calculado com os outros valores da mesma resposta, nem de duas respostas na mesma tela. Comparar consultas feitas em separado não é impedido, porque os microdados são públicos. A lista de registros mostra o salário de cada um, também o de grupos omitidos.';
