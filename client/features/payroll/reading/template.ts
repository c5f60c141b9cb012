import { rollColumnNames, rollColumns, type RollColumnName } from './roll-columns.ts';

const examples: readonly Readonly<Record<RollColumnName, string>>[] = [
  {
    identificacao: '1001',
    cargo: 'Auxiliar administrativo',
    cbo: '411005',
    municipio: 'Campinas',
    uf: 'SP',
    area: 'Financeiro',
    sexo: 'F',
    salario: '2.310,00',
    horas: '44',
    admissao: '03/02/2020',
  },
  {
    identificacao: '1002',
    cargo: 'Vendedor',
    cbo: '',
    municipio: 'Recife',
    uf: 'PE',
    area: 'Comercial',
    sexo: 'M',
    salario: '1.850,00',
    horas: '36',
    admissao: '15/08/2022',
  },
];

/** An empty table with examples, in the format that Brazilian spreadsheets open: UTF-8 with a BOM, semicolons. */
export function templateText(): string {
  const rows = [
    rollColumnNames.map((name) => rollColumns[name].label),
    ...examples.map((example) => rollColumnNames.map((name) => example[name])),
  ];
  return `\ufeff${rows.map((row) => row.join(';')).join('\r\n')}\r\n`;
}
