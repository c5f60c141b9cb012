import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyTexts } from '../../scripts/apply-texts.ts';
import { interfaceTexts } from '../../scripts/interface-texts.ts';

const texts = interfaceTexts();
const textsOf = (name: string) =>
  texts.filter(({ screen }) => screen === name).map(({ text }) => text);

/** Phrases that are stiff or unclear: the texts say the same in plain Portuguese. */
const stiff =
  /ganham? até isto|E quem ganha|como indício|registros de menos|[dn]o desenho|se muda depois|Pôr ao lado|[Cc]ontra a mediana|Têm com quem|e mais empregados|recorte|O que é isto|Mais largo|Qual coluna é|não abre mais nada|buscadores não|meses ao redor|espera por uma pessoa|valores de fábrica|prazo de guarda|Tantas das|O ritmo|com enfeites|espera a vez|não pôde ser|toma o lugar|À vista:|levad[oa]s? a \d|levad[oa]s às mesmas/;

test('the texts of the interface are listed by screen, with the place of each', () => {
  expect(texts).toContainEqual({
    screen: 'payroll',
    file: 'client/routes/payroll.tsx',
    line: expect.any(Number),
    span: expect.any(Array),
    text: 'Minha folha',
  });
  expect(textsOf('payroll')).toContain('Colunas reconhecidas');
  expect(textsOf('answer')).toContain('{…} km');
  expect(texts.filter(({ text }) => /(?:^| )(?:flex|text-muted|mt-\d)(?: |$)/.test(text))).toEqual(
    [],
  );
});

test('the texts of contracts, shared words and the server are listed, also inside `as const` and `satisfies`', () => {
  expect(textsOf('shared/contracts')).toEqual(
    expect.arrayContaining(['Informe o e-mail.', 'Carga aprovada', 'Aguarda aprovação']),
  );
  expect(textsOf('shared/words').join(' ')).toContain('janeiro fevereiro março');
  expect(textsOf('server/platform')).toContain('Definir nova senha');
  expect(texts.filter(({ text }) => /^(?:select|insert) [^à-ü]*$/.test(text))).toEqual([]);
});

const oven = (title: string, help: string) =>
  `export const Oven = ({ n }: Props) => (
  <section title="Forno da padaria" aria-label={'${title}'}>
    <p>
      ${help}
    </p>
    <p>Restam {n} pães</p>
  </section>
);
`;

test('an edited list is written to the sources, except what changed since or needs an escape', () => {
  const root = mkdtempSync(join(tmpdir(), 'texts-'));
  const file = 'client/features/bakery/oven.tsx';
  mkdirSync(join(root, 'client/features/bakery'), { recursive: true });
  writeFileSync(join(root, file), oven('Pães de hoje', 'Abra a porta\n      e espere.'));
  const [panel, opened, left] = ['Pães de hoje', 'Abra a porta e espere.', 'Restam {…} pães'];
  const row = (old: string, line: number, text: string) =>
    ['bakery', old, `${file}:${line}`, text].join('\t');
  expect(
    applyTexts(
      [
        row(panel, 2, 'Pães do dia'),
        row(opened, 3, 'Abra a porta.'),
        row(left, 7, 'Há {…} pães'),
        row('Forno antigo', 2, 'Forno'),
        row('Forno da padaria', 2, 'Forno "da" padaria'),
        row('Forno da padaria', 2, ''),
      ].join('\r\n'),
      root,
    ),
  ).toEqual({
    changed: 2,
    refused: [
      `${file}:7: it has inserted values or escaped characters: ${left}`,
      `${file}:2: the old text is not there: Forno antigo`,
      `${file}:2: the new text needs an escape: Forno da padaria`,
    ],
  });
  expect(readFileSync(join(root, file), 'utf8')).toBe(oven('Pães do dia', 'Abra a porta.'));
});

test('no text of the interface has a stiff phrase', () => {
  expect(stiff.test('Metade ganha até isto')).toBe(true);
  expect(texts.filter(({ text }) => stiff.test(text))).toEqual([]);
});
