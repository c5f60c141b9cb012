import { expect, test } from 'vitest';
import { interfaceTexts } from '../../scripts/interface-texts.ts';

const texts = interfaceTexts();
const textsOf = (name: string) =>
  texts.filter(({ screen }) => screen === name).map(({ text }) => text);

/** Phrases that readers had to read twice. */
const stiff =
  /ganham? até isto|E quem ganha|como indício|registros de menos|[dn]o desenho|se muda depois|Pôr ao lado|[Cc]ontra a mediana|Têm com quem|e mais empregados|recorte|O que é isto|Mais largo|Qual coluna é|não abre mais nada|buscadores não|meses ao redor|espera por uma pessoa|valores de fábrica|prazo de guarda|Tantas das|O ritmo|com enfeites|espera a vez|não pôde ser|toma o lugar|À vista:|levad[oa]s? a \d|levad[oa]s às mesmas/;

test('the texts of the interface are listed by screen, with the place of each', () => {
  expect(texts).toContainEqual({
    screen: 'payroll',
    file: 'client/routes/payroll.tsx',
    line: expect.any(Number),
    text: 'Minha folha',
  });
  expect(textsOf('payroll')).toContain('Colunas reconhecidas');
  expect(textsOf('answer')).toContain('{…} km');
  expect(texts.filter(({ text }) => /(?:^| )(?:flex|text-muted|mt-\d)(?: |$)/.test(text))).toEqual(
    [],
  );
});

test('no text of the interface has a phrase that readers had to read twice', () => {
  expect(stiff.test('Metade ganha até isto')).toBe(true);
  expect(texts.filter(({ text }) => stiff.test(text))).toEqual([]);
});
