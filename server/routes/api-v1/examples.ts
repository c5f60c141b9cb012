/** What the document shows; a test sends every one. */
export const apiExamples = {
  occupation: 'vendedor',
  place: 'São Paulo',
  question: { filtros: { cbo: '521110', uf: 'SP' } },
  comparison: {
    selecoes: [
      { cbo: '521110', uf: 'SP' },
      { cbo: '521110', regiao: '3' },
    ],
  },
} as const;
