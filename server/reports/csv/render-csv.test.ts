import { expect, test } from 'vitest';
import type { SalaryRecord } from '../../../shared/search.ts';
import type { RecordChunk } from '../model.ts';
import { csvText } from './render-csv.ts';

const record: SalaryRecord = {
  competencia: '202307',
  movimentacao: 'desligamento',
  cbo: '010105',
  ocupacao: null,
  municipio: '999999',
  municipioNome: null,
  uf: null,
  salario: '1518.07',
  genero: null,
  sexo: '9',
  idade: null,
  escolaridade: '80',
  escolaridadeNome: 'Não informado',
  horas: 38.5,
};

async function textOf(selections: number, ...chunks: RecordChunk[]): Promise<string[]> {
  const labels = ['A', 'B'].slice(0, selections).map((label) => ({ label }));
  let text = '';
  for await (const part of csvText({ selections: labels }, chunksOf(chunks))) text += part;
  return text.split('\r\n');
}

async function* chunksOf(chunks: readonly RecordChunk[]) {
  yield* chunks;
}

test('what is not known stays empty, and a code keeps its zeros', async () => {
  const [, line] = await textOf(1, { selection: 0, records: [record] });
  expect(line).toBe(
    '"202307";"Desligamento";"010105";"";"999999";"";"";"1518,07";"";"9";"";"80";"Não informado";"38,5"',
  );
});

test.each(['=HYPERLINK("http://x")', '+1+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
  'a text that a spreadsheet would run, %j, is only text',
  async (ocupacao) => {
    const [, ...lines] = await textOf(1, { selection: 0, records: [{ ...record, ocupacao }] });
    expect(lines.join('\r\n')).toContain(`;"'${ocupacao.replaceAll('"', '""')}";`);
  },
);

test('with several selections, each record says whose it is', async () => {
  const [header, ...lines] = await textOf(
    2,
    { selection: 0, records: [record] },
    { selection: 1, records: [record] },
  );
  expect(header?.startsWith('\uFEFF"selecao";"competencia"')).toBe(true);
  expect(lines.map((line) => line.slice(0, 3))).toEqual(['"A"', '"B"', '']);
});
