import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedTexts } from '../../scripts/changed-texts.ts';
import { interfaceTexts, textsIn } from '../../scripts/interface-texts.ts';
import {
  applyTexts,
  catalogues,
  outdatedCatalogues,
  screenOf,
  writeCatalogues,
} from '../../scripts/text-catalogues.ts';
import { rewritten } from '../../scripts/write-texts.ts';

const byFile = interfaceTexts();
const texts = [...byFile].flatMap(([file, found]) => found.map(({ text }) => ({ file, text })));
const textsOf = (name: string) =>
  texts.filter(({ file }) => screenOf(file) === name).map(({ text }) => text);

/** Phrases that are stiff or unclear: the texts say the same in plain Portuguese. */
const stiff =
  /ganham? até isto|E quem ganha|como indício|registros de menos|[dn]o desenho|se muda depois|Pôr ao lado|[Cc]ontra a mediana|Têm com quem|e mais empregados|recorte|O que é isto|Mais largo|Qual coluna é|não abre mais nada|buscadores não|meses ao redor|espera por uma pessoa|valores de fábrica|prazo de guarda|Tantas das|O ritmo|com enfeites|espera a vez|não pôde ser|toma o lugar|À vista:|levad[oa]s? a \d|levad[oa]s às mesmas/;

test('the catalogues hold the texts of the sources: run `npm run texts` after a change', () => {
  expect(outdatedCatalogues()).toEqual([]);
});

test('the texts of the interface are listed by screen, without classes', () => {
  expect(textsOf('payroll')).toEqual(
    expect.arrayContaining(['Minha folha', 'Colunas reconhecidas']),
  );
  expect(textsOf('answer')).toContain('{kilometres} km');
  expect(texts.filter(({ text }) => /(?:^| )(?:flex|text-muted|mt-\d)(?: |$)/.test(text))).toEqual(
    [],
  );
});

test('the texts of contracts, shared words and the server are listed, also inside `as const` and `satisfies`', () => {
  expect(textsOf('shared-contracts')).toEqual(
    expect.arrayContaining(['Informe o e-mail.', 'Envio aprovado', 'Aguarda aprovação']),
  );
  expect(textsOf('shared-words').join(' ')).toContain('janeiro fevereiro março');
  expect(textsOf('server-platform')).toContain('Definir nova senha');
  expect(texts.filter(({ text }) => /^(?:select|insert) [^à-ü]*$/.test(text))).toEqual([]);
});

test('every text can be edited, with quotes, tags and backslashes, and reads back as it was written', () => {
  const mark = ` "ê" 'ã' \`c\` & <d> $ \\\\`;
  for (const [file, found] of byFile) {
    const edits = found.map((old) => ({ old, text: old.text + mark }));
    const source = rewritten(readFileSync(file, 'utf8'), edits);
    const read = textsIn(file, source).map(({ text }) => text);
    expect(read, file).toEqual(edits.map(({ text }) => text));
  }
});

const oven = (title: string, help: string, left: string, alarm: string) =>
  `export const Oven = ({ n, batch }: Props) => (
  <section title="${title}" aria-label={${alarm}}>
    <p>
      ${help}
    </p>
    <p>${left}</p>
  </section>
);
`;
const file = 'client/features/bakery/oven.tsx';
const catalogue = 'texts/bakery.tsv';

/** A repository with one screen and its catalogue. */
function bakery() {
  const root = mkdtempSync(join(tmpdir(), 'texts-'));
  mkdirSync(join(root, 'client/features/bakery'), { recursive: true });
  const alarm = "`O forno ${batch.name} \\n está quente: ${n > 1 ? 'Muitos pães' : n}`";
  const source = oven(
    'Forno da padaria',
    'Abra a porta\n      e espere.',
    'Restam {n} pães de <b>{batch}</b>&nbsp;h',
    alarm,
  );
  writeFileSync(join(root, file), source);
  writeCatalogues(root);
  const edit = (edits: Record<string, string>) => {
    const rows = readFileSync(join(root, catalogue), 'utf8').split('\n');
    const edited = rows.map((row) => `${row}\t${edits[row.split('\t')[1] ?? ''] ?? ''}`);
    writeFileSync(join(root, catalogue), edited.join('\r\n'));
    return applyTexts(root);
  };
  return { root, source, edit, read: (path: string) => readFileSync(join(root, path), 'utf8') };
}

test('a catalogue has each text of a file once, sorted, with names for inserted values', () => {
  const { root, read } = bakery();
  const rows = [
    'Abra a porta e espere.',
    'Forno da padaria',
    'Muitos pães',
    'O forno {name} \\n está quente: {…}',
    'Restam {n} pães de {b}\u00a0h',
  ];
  const content = ['arquivo\ttexto\tnovo texto', ...rows.map((text) => `${file}\t${text}`), ''];
  expect(read(catalogue)).toBe(content.join('\n'));
  expect([...catalogues(root).keys()]).toEqual([catalogue]);
  expect(outdatedCatalogues(root)).toEqual([]);
  writeFileSync(join(root, 'texts/cellar.tsv'), '');
  expect(outdatedCatalogues(root)).toEqual(['texts/cellar.tsv']);
  writeCatalogues(root);
  expect(outdatedCatalogues(root)).toEqual([]);
});

test('new texts of a catalogue are written to the sources, with moved values and escapes', () => {
  const { root, edit, read } = bakery();
  const applied = edit({
    'Forno da padaria': '"Forno ""da"" padaria"',
    'Abra a porta e espere.': 'Abra a porta: 2 < 3 & espere.',
    'Muitos pães': "Pães d'água",
    'O forno {name} \\n está quente: {…}': 'Está quente (`{…}`):\\n{name}',
    'Restam {n} pães de {b}\u00a0h': 'De {b}\u00a0h restam {n}',
  });
  expect(applied).toEqual({ files: [file], refused: [] });
  expect(read(file)).toBe(
    oven(
      'Forno &quot;da&quot; padaria',
      'Abra a porta: 2 &lt; 3 &amp; espere.',
      'De <b>{batch}</b>&nbsp;h restam {n}',
      "`Está quente (\\`${n > 1 ? 'Pães d\\'água' : n}\\`):\\n${batch.name}`",
    ),
  );
  expect(outdatedCatalogues(root)).toEqual([]);
});

test('a new text without an inserted value, or for an old text that is gone, is refused and changes nothing', () => {
  const { root, source, edit, read } = bakery();
  writeFileSync(join(root, file), source.replace('Forno da padaria', 'Forno da casa'));
  const { files, refused } = edit({
    'Forno da padaria': 'Forno',
    'Abra a porta e espere.': 'Abra a porta.',
    'Muitos pães': 'Muitos {n} pães',
    'O forno {name} \\n está quente: {…}': 'O forno {name} está quente',
    'Restam {n} pães de {b}\u00a0h': 'Restam {n} de {b}\\n!',
  });
  expect(files).toEqual([]);
  expect(refused.map((reason) => reason.replace(`${catalogue}: `, ''))).toEqual([
    `Forno da padaria: ${file} does not have this text`,
    'Muitos pães: it has a { or } that is no inserted value',
    'O forno {name} \\n está quente: {…}: each inserted value must stand once: {name} {…}',
    'Restam {n} pães de {b}\u00a0h: it cannot have a line break or a tab',
  ]);
  expect(read(file)).toContain('Abra a porta\n');
  expect(writeCatalogues(root)).toContain('run npm run texts -- --apply first');
});

test('changed texts are found by their common words in one screen, and moved texts are no change', () => {
  const placed = (...found: string[]) => found.map((text) => ({ text, file }));
  expect(
    changedTexts(
      placed('Abra a porta do forno', 'Forno', 'Restam {n} pães', 'Quente'),
      [...placed('Abra a porta do forno e espere', 'Pão', 'Restam {left} pães')].concat({
        text: 'Quente',
        file: 'client/routes/cellar.tsx',
      }),
    ),
  ).toEqual([
    { old: 'Abra a porta do forno', text: 'Abra a porta do forno e espere', file },
    { old: '', text: 'Pão', file },
    { old: 'Forno', text: '', file },
  ]);
});

test('no text of the interface has a stiff phrase', () => {
  expect(stiff.test('Metade ganha até isto')).toBe(true);
  expect(texts.filter(({ text }) => stiff.test(text))).toEqual([]);
});
