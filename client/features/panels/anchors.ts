/** The ids of the panels' headings, for the sentences that lead to them. */
export const anchors = {
  distribution: 'painel-distribuicao',
  quartiles: 'painel-quartis',
  regional: 'painel-regional',
  companySize: 'painel-porte',
  trend: 'painel-tendencia',
  summary: 'painel-resumo',
  demographic: 'painel-demografia',
  sector: 'painel-setor',
  family: 'painel-ocupacoes',
} as const;
