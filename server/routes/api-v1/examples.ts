/** The example requests in the document; a test sends each of them. */
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
