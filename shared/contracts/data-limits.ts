/** Printed with every result, on screen and on paper: what the figures cover and what they do not. */
export const dataLimits = [
  'Salário contratual de movimentações formais CLT do Novo CAGED (fluxo de admissões e desligamentos, não o estoque de empregados), sem 13º salário, bônus ou benefícios.',
  'Não é comparável com o CAGED anterior a 2020.',
  'Fonte: Ministério do Trabalho e Emprego.',
] as const;
