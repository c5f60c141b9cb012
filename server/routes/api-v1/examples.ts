/** What the document shows; a test sends every one. */
export const apiExamples = {
  occupation: 'vendedor',
  place: 'São Paulo',
  question: { filtros: { cbo: '521110', uf: 'SP' } },
  comparison: {
    selecoes: [
      { cbo: '521110', genero: 'F' },
      { cbo: '521110', genero: 'M' },
    ],
  },
} as const;
