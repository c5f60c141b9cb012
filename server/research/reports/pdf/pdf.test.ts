import { beforeAll, describe, expect, test } from 'vitest';
import { drawings } from '../../../../client/paper/paper.ts';
import { partial } from '../../../../tests/support/sample-completeness.ts';
import { figures, samplePanels } from '../../../../tests/support/sample-panels.ts';
import { readPdf, spaced, type ReadPdf } from '../../../../tests/support/read-pdf.ts';
import { suppressionSentences } from '../../../../shared/statistics/suppression.ts';
import { statisticsSentences } from '../../../../shared/sentences/executive-summary.ts';
import { provisionalTexts } from '../../../../shared/sentences/expected-change.ts';
import {
  reportWithMore,
  sampleNotes,
  sampleReport,
  withNotes,
  type SampleSelection,
} from '../../../../tests/support/sample-report.ts';
import { sampleJpeg, samplePng } from '../../../../tests/support/sample-images.ts';
import { nearlyEqualAnswer } from '../../../answers/present/suppression/compared-answer.ts';
import { harmlessImage } from '../logo-image.ts';
import type { ReportLogo, ReportModel } from '../model.ts';
import { logoSize } from './cover.ts';
import { readFonts } from './printable.ts';
import { logoOf, printedDocument, typeset } from './render-pdf.ts';

/** A thousand salaries from R$ 1.500,00 to R$ 3.498,00, two reais apart. */
const evenly = Array.from({ length: 1000 }, (_, index) => 150_000 + index * 200);

async function pdfOf(
  selection: Partial<SampleSelection>,
  changes: Partial<ReportModel> = {},
): Promise<ReadPdf> {
  return documentOf(
    sampleReport([{ salaries: evenly, ...selection }], { isSynthetic: true, ...changes }),
  );
}

async function documentOf(model: ReportModel): Promise<ReadPdf> {
  const fonts = await readFonts();
  return readPdf(await typeset(printedDocument(model, drawings, fonts), fonts, logoOf(model)));
}

const alts = ({ tags }: ReadPdf) =>
  tags.filter(({ role }) => role === 'Figure').map(({ alt }) => spaced(alt ?? ''));
const count = ({ tags }: ReadPdf, role: string) => tags.filter((tag) => tag.role === role).length;

describe('a report of one query', () => {
  let pdf: ReadPdf;
  beforeAll(async () => {
    pdf = await pdfOf({}, { provisional: ['Provisório: ainda deve variar.'] });
  });

  // Position (n − 1)·p from the lowest, in steps of two reais.
  test('states the exact figures, each with its n', () => {
    expect(pdf.pages[0]).toContain('R$ 2.499,00');
    expect(pdf.pages[0]).toContain('1.000 registros');
    for (const [term, amount] of [
      ['P10 um em cada dez ganha até', 'R$ 1.699,80'],
      ['1º quartil (Q1) um em cada quatro ganha até', 'R$ 1.999,50'],
      ['Mediana (Q2) metade ganha até', 'R$ 2.499,00'],
      ['3º quartil (Q3) três em cada quatro ganham até', 'R$ 2.998,50'],
      ['P90 nove em cada dez ganham até', 'R$ 3.298,20'],
    ]) {
      expect(pdf.text).toContain(`${term} ${amount}`);
    }
  });

  test('has every panel, and all 27 states in the table', () => {
    for (const title of [
      'Resumo executivo',
      'Distribuição dos salários',
      'Quartis',
      'Competitividade regional',
      'Municípios: São Paulo',
      'Porte da empresa',
      'Tendências',
      'Análise demográfica',
      'Setor de atividade',
      'Ocupações semelhantes',
      'Como estes números foram calculados',
    ]) {
      expect(pdf.bookmarks).toContain(title);
    }
    expect(pdf.text).toContain('São Paulo 2 500 50,0 % R$ 1.600,00 R$ 2.000,00 R$ 2.600,00');
    expect(pdf.text).toContain('Acre — 3 0,3 % — — — —');
    expect(pdf.text).toContain('Roraima — 0 — — — — —');
    expect(pdf.text).toContain('Brasil — 863 86,3 % R$ 1.520,00 R$ 1.900,00');
  });

  test('says how the figures came to be: rule, funnel, limits', () => {
    expect(pdf.text).toContain('Linhas da pesquisa 0 1.010');
    expect(pdf.text).toContain('Não dizem um salário −10 1.000');
    expect(pdf.text).toContain('PERCENTIL.INC');
    expect(pdf.text).toContain('Não é comparável com o CAGED anterior a 2020.');
    expect(pdf.text).toContain('Provisório: ainda deve variar.');
  });

  test('leads to its receipt', () => {
    expect(pdf.links).toContain('https://caged.exemplo.com.br/receipts/recibo1');
    expect(alts(pdf)).toContain(
      'Código QR com o endereço do recibo: https://caged.exemplo.com.br/receipts/recibo1',
    );
  });

  // The first q of the document is at a place where the address may be broken.
  test('the soft break of a long word does not appear in the extracted text', async () => {
    const receiptAddress = 'https://caged.exemplo.com.br/receipts/abcdeq3S-ju13g';
    const model = sampleReport([{ salaries: evenly }]);
    const selections = model.selections.map((selection) => ({ ...selection, receiptAddress }));
    const { text } = await documentOf({ ...model, selections });
    expect(text).toContain(receiptAddress);
    expect(text).toContain('1º quartil (Q1) um em cada quatro ganha até R$ 1.999,50');
  });

  test('is tagged PDF/UA-1: title, language, headings, tables, and a text for every drawing', () => {
    expect(pdf).toMatchObject({
      isTagged: true,
      title: 'Vendedores em São Paulo',
      language: 'pt-BR',
      standard: '1',
    });
    expect(count(pdf, 'H1')).toBeGreaterThanOrEqual(10);
    expect(count(pdf, 'H2')).toBeGreaterThan(0);
    expect(count(pdf, 'Table')).toBeGreaterThanOrEqual(8);
    // Each row has a header cell. Each table also has a row of headers only, and each group a row that spans all
    // columns.
    const bodies = pdf.rows.filter((roles) => roles.length > 1 && roles.includes('TD'));
    expect(bodies.length).toBeGreaterThan(50);
    for (const [first, ...others] of bodies) {
      expect([first, ...new Set(others)]).toEqual(['TH', 'TD']);
    }
    expect(pdf.scopes).toHaveLength(pdf.headerCells);
    expect(pdf.scopes.filter((scope) => scope === 'Row').length).toBeGreaterThan(50);
    expect(pdf.scopes.filter((scope) => scope === 'Column').length).toBeGreaterThan(20);
    expect(alts(pdf).length).toBeGreaterThanOrEqual(5);
    expect(alts(pdf).filter((alt) => alt === '')).toEqual([]);
    expect(alts(pdf).join(' ')).toContain('A maior: Distrito Federal, R$ 2.500,00.');
  });

  test('has on every page its number and the notice of synthetic data, and after the cover the query', () => {
    for (const [index, page] of pdf.pages.entries()) {
      expect(page).toContain(`página ${index + 1} de ${pdf.pages.length}`);
      expect(page).toContain('Dados sintéticos de demonstração');
      expect(page).toContain('Vendedor de comércio varejista');
    }
    expect(pdf.pages.length).toBeGreaterThanOrEqual(6);
    // The notice is at the right edge of each page: the margin of 20 mm, and its frame.
    const ends = pdf.words.map((words) =>
      words.findLast(({ text }) => text.endsWith('demonstração')),
    );
    for (const end of ends) expect(595.28 - (end?.right ?? 0)).toBeLessThan(70);
  });
});

describe('without the annex', () => {
  const long = {
    subject:
      '715210 - Pedreiro de conservação de vias permanentes (exceto trilhos), e outros ofícios',
    parts: [
      'Belo Horizonte (MG)',
      'Feminino',
      'Médio completo',
      'ago/2022 a jul/2023',
      'Admissões',
    ],
  };

  const underAYear = [
    '202306',
    '202305',
    '202304',
    '202303',
    '202302',
    '202301',
    '202212',
    '202211',
    '202210',
    '202209',
    '202208',
    '202207',
  ].map((month) => ({
    month,
    declared: 100,
    admissions: [],
    expected: { lower: -0.124, upper: 0.111 },
  }));

  test('four pages hold the answer with its band, how it spreads, where and when, and the method', async () => {
    const pdf = await pdfOf(long, {
      hasAnnex: false,
      ownSalary: 349_900,
      provisional: provisionalTexts(underAYear, [
        {
          period: { from: '202207', to: '202306' },
          series: 'ajustada',
          movement: 'admissao',
        },
      ]),
    });
    expect(pdf.pages).toHaveLength(4);
    expect(pdf.pages[0]).toContain('R$ 2.499,00');
    expect(pdf.pages[0]).toContain(
      'Um salário de R$ 3.499,00: maior que todos os registros; 40,0 % acima da mediana.',
    );
    expect(alts(pdf)[0]).toContain('oito em cada dez, de R$ 1.699,80 a R$ 3.298,20');
    expect(pdf.pages[1]).toContain('Distribuição dos salários');
    expect(pdf.pages[2]).toContain('Tendências');
    expect(pdf.pages[2]).toContain('junho de 2023 ainda deve variar de −12,4 a +11,1 %');
    expect(pdf.pages[2]).toContain('jul/2022: −12,4 a +11,1 %');
    expect(pdf.pages[2]).toContain('as de uma pesquisa podem mudar mais.');
    expect(pdf.pages[3]).toContain('Linhas da pesquisa 0 1.010');
    expect(pdf.pages[3]).toContain('Não é comparável com o CAGED anterior a 2020.');
    for (const page of pdf.pages) expect(page).toContain('Dados sintéticos de demonstração');
  });

  test('many filters and occupations leave it at four pages', async () => {
    const parts = [...long.parts, 'Salário de R$ 1.500,00 a R$ 9.000,00', '26 a 35 anos', 'Micro'];
    const model = sampleReport([{ salaries: evenly, ...long, parts }], { hasAnnex: false });
    const occupations = Array.from({ length: 30 }, (_, index) => ({
      cbo: String(411_005 + index),
      titulo: `Auxiliar ${index}`,
      count: 30 - index,
    }));
    const funnel = (answer: (typeof model.selections)[number]['answer']) =>
      Array.from({ length: 9 }, () => answer.method.funnel.slice(0, 1)).flat();
    const selections = model.selections.map((one) => ({
      ...one,
      answer: {
        ...one.answer,
        occupations,
        method: { ...one.answer.method, funnel: funnel(one.answer) },
      },
    }));
    const pdf = await documentOf({ ...model, selections });
    expect(pdf.pages).toHaveLength(4);
    expect(pdf.pages[1]).toContain(
      '30 ocupações encontradas. Com mais registros: Auxiliar 0, 30 registros; Auxiliar 1, 29 registros; Auxiliar 2, 28 registros.',
    );
    expect(pdf.pages[1]).toContain('Quartis e dispersão dos salários');
    expect(pdf.pages[3]).toContain('no relatório com anexo, que tem mais painéis e tabelas.');
  });

  test('an address of this machine has no code to scan', async () => {
    const model = sampleReport([{ salaries: evenly }], { hasAnnex: false });
    const receiptAddress = 'http://127.0.0.1:3000/receipts/recibo1';
    const selections = model.selections.map((one) => ({ ...one, receiptAddress }));
    const pdf = await documentOf({ ...model, selections });
    expect(alts(pdf).join()).not.toContain('Código QR');
    expect(pdf.text).not.toContain('127.0.0.1');
    expect(pdf.text).toContain('número recibo1');
  });

  test('a comparison begins with its verdict and has no chapter for each', async () => {
    const report = sampleReport(
      [
        { salaries: evenly, parts: ['SP'] },
        { salaries: evenly.map((centavos) => centavos * 2), parts: ['BA'] },
      ],
      { hasAnnex: false },
    );
    const pdf = await documentOf(report);
    expect(pdf.text).toContain(
      'A mediana de B (Vendedor de comércio varejista · BA) é R$ 2.499,00 (100 %) maior que a de A (Vendedor de comércio varejista · SP).',
    );
    expect(pdf.bookmarks.join()).not.toContain('Seleção A');
  });
});

test('a very long query is complete on one page, and every page has the notice', async () => {
  const subject = Array.from({ length: 40 }, (_, index) => `Ocupação número ${index}`).join('; ');
  const parts = Array.from({ length: 60 }, (_, index) => `Município comprido ${index}`);
  const pdf = await pdfOf({ subject, parts });
  expect(pdf.text).toContain([subject, ...parts].join(' · '));
  for (const page of pdf.pages) expect(page).toContain('Dados sintéticos de demonstração');
});

test('the panels on request and what a small answer adds are on paper', async () => {
  const pdf = await documentOf(reportWithMore([{ salaries: evenly }]));
  expect(pdf.bookmarks).toContain('Pisos e concentrações');
  expect(pdf.text).toContain('Quem paga o piso.');
  expect(pdf.text).toContain('R$ 1.463,27 12,5 %');
  expect(pdf.text).toContain('Como ler os pisos.');
  expect(pdf.text).toContain('jul/2023');
  expect(pdf.pages[0]).toContain(
    'Estimativa para Caeté (MG): R$ 1.690 (entre R$ 1.610 e R$ 1.780)',
  );
  expect(pdf.pages[0]).toContain(
    'Municípios mais próximos com dados: Sabará, a 21 km: mediana R$ 1.700,00',
  );
});

test('a table of nine columns has no word over another', async () => {
  const headers = ['Movimentações', 'Com salário', 'Mediana', 'Mediana: de (95\u00a0%)'];
  const ratios = ['Razão', 'Razão: de (95\u00a0%)', 'Razão: até (95\u00a0%)'];
  const table = {
    caption: 'Entradas e saídas por tipo',
    columns: [
      { header: 'Tipo', format: 'text' as const },
      ...[...headers, 'Mediana: até (95\u00a0%)'].map((header) => ({
        header,
        format: 'reais' as const,
      })),
      ...ratios.map((header) => ({ header, format: 'ratio' as const })),
    ],
    rows: [
      ['Demissões sem justa causa', 249_891, 226_976, 1664.2, 1660, 1667.68, 1.009, 1.006, 1.012],
    ],
  };
  const page = { title: 'Entradas e saídas', sentences: [], tables: [table], notes: [] };
  const model = sampleReport([{ salaries: evenly }]);
  const selections = model.selections.map((one) => ({ ...one, pages: [page] }));
  const pdf = await documentOf({ ...model, selections });
  expect(pdf.text).toContain('R$ 1.664,20');
  expect(pdf.overlapping).toEqual([]);
});

test('official data has no notice of synthetic data', async () => {
  const pdf = await pdfOf({}, { isSynthetic: false });
  expect(pdf.text).not.toContain('sintéticos');
});

test('lists the official files with their hashes, and none of the demonstration', async () => {
  const { text } = await pdfOf({}, { isSynthetic: false });
  const whole = text.replaceAll(' ', '');
  expect(whole).toContain('a'.repeat(64));
  expect(whole).toContain(`recebido:${'b'.repeat(64)}`);
  expect(text).toContain('MOV de jun/2026');
  expect(text).toContain('4.000.000 de 4.000.001');
  expect((await pdfOf({})).text).not.toContain('Arquivos desta versão dos dados');
});

test('the version of the data is a number on every page, not a quantity', async () => {
  const release = { number: 1234, publishedAt: '2026-08-01T03:00:00.000Z', files: [] };
  const { pages } = await pdfOf({}, { release });
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain('versão 1234 dos dados');
});

test('text that looks like code, markup or nothing that can be printed is text', async () => {
  const strange = '#let x = 1; #panic("x") $x^2$ \\ ] [ *b* _i_ `c` <l> @ref // = título ~ \\u{41}';
  const word = 'pneumoultramicroscopicossilicovulcanoconiótico'.repeat(3);
  const pdf = await pdfOf(
    { subject: strange, parts: ['</svg><script>', '"}'] },
    { name: strange, companyName: `${strange} 😀 日本語 e\u0301 \u202e`, createdBy: word },
  );
  expect(pdf.title).toBe(strange);
  expect(pdf.pages[0]).toContain(`${strange} □ □□□ é`);
  expect(pdf.pages[0]).toContain('</svg><script> · "}');
  expect(pdf.text.replaceAll(' ', '')).toContain(word);
});

test('incomplete data are named on the first page and at the head of every page', async () => {
  const title = 'Dados incompletos: falta o arquivo principal (MOV) de 1 dos 2 meses';
  const pdf = await pdfOf({ completeness: partial });
  for (const [index, page] of pdf.pages.entries()) {
    expect(spaced(page), `page ${index + 1}`).toContain(title);
  }
  expect(pdf.text).toContain('Por isso mostramos os números sem comparações');
  expect((await pdfOf({})).text).not.toContain('Dados incompletos');
});

test('a long notice, a long query and a name of one word stay on the page', async () => {
  const parts = ['A'.repeat(60), 'B'.repeat(60), 'C'.repeat(60)];
  const selections = [
    { salaries: evenly, parts, completeness: partial },
    { salaries: evenly, parts: [...parts, 'SP'], completeness: { ...partial, months: 9 } },
  ];
  const name = 'N'.repeat(120);
  const pdf = await documentOf(sampleReport(selections, { name, isSynthetic: true }));
  expect(pdf.pages[1]).toContain('(MOV) de meses das seleções A e B');
  expect(pdf.pages[0]?.replaceAll(' ', '')).toContain(name);
  expect(pdf.outside).toEqual([]);
});

test('the cover of an answer with many sentences has one page', async () => {
  const pdf = await documentOf(
    sampleReport([{ salaries: evenly.slice(0, 8), parts: ['São Paulo (SP)', 'D '.repeat(200)] }], {
      hasAnnex: false,
      ownSalary: 170_000,
      logo: await storedLogo(sampleJpeg),
    }),
  );
  expect(pdf.pages[0]).toContain('Produto CAGED Analytics 0.1.0');
  expect(pdf.pages[1]).toContain('Distribuição dos salários');
});

test('the cover of a comparison of five selections has one page', async () => {
  const names = [
    '521110 - Vendedor de comércio varejista',
    '223505 - Enfermeiro',
    '212405 - Analista de desenvolvimento de sistemas',
    '411010 - Assistente administrativo',
    '782510 - Motorista de caminhão (rotas regionais e internacionais)',
  ];
  const selections = names.map((subject, index) => ({
    salaries: evenly.map((salary) => salary + index * 30_000),
    subject,
    parts: ['São Paulo (SP)', 'admissões', 'jun/2026'],
  }));
  const pdf = await documentOf(sampleReport(selections));
  expect(pdf.pages[0]).toContain('E 782510');
  expect(pdf.pages[0]).toContain('Produto CAGED Analytics 0.1.0');
  expect(pdf.pages[0]).toContain('Fonte: Ministério do Trabalho e Emprego');
});

describe('few records', () => {
  const few = [150_000, 200_000, 250_000, 300_000];

  test('below five records it has only the count, and the reason', async () => {
    const panels = {
      ...samplePanels,
      companySize: {
        isComparable: true,
        designEffect: 1,
        sizes: [{ porte: 'MICRO' as const, ...figures(4, 9999) }],
      },
      trend: { designEffect: 1, months: [], realMonth: null },
      family: null,
    };
    const pdf = await pdfOf({ salaries: few, panels });
    expect(pdf.pages[0]).toContain('Com 4 registros, mostramos só a contagem');
    expect(pdf.text).not.toContain('R$ 2.250,00');
    expect(pdf.text).not.toContain('9.999');
    expect(pdf.text).toContain('São necessários ao menos 5 registros para mostrar a distribuição');
    expect(pdf.text).toContain('Micro 4 0,4 % — — — —');
    expect(pdf.text).toContain('Nenhum mês tem registros suficientes para uma mediana');
    expect(pdf.text).toContain('Pesquise uma ocupação');
    expect(pdf.bookmarks).not.toContain('Quartis');
  });

  test('the short report does not leave a page for a single sentence', async () => {
    const pdf = await pdfOf({ salaries: few, panels: null }, { hasAnnex: false });
    expect(pdf.pages).toHaveLength(2);
    expect(pdf.pages[1]).toContain('São necessários ao menos 5 registros');
    expect(pdf.pages[1]).toContain('Linhas da pesquisa');
  });

  test('below thirty the cover says so once', async () => {
    const { pages } = await pdfOf({ salaries: [...few, ...few, ...few, ...few, ...few] });
    expect(pages[0]).toContain('use com cautela');
    expect(pages[0]?.match(/amostra (é )?pequena/gi)).toEqual(['amostra é pequena']);
    expect(pages[0]?.match(/Metade ganha até/g)).toHaveLength(1);
  });

  test('with none each part says why', async () => {
    const pdf = await pdfOf({ salaries: [] });
    expect(pdf.pages[0]).toContain('Nenhum registro com estes filtros.');
    expect(pdf.pages[0]).not.toContain('R$');
  });
});

describe('a comparison', () => {
  const selections = [
    { salaries: evenly },
    { salaries: evenly.map((centavos) => centavos * 2), subject: '212405 - Analista' },
    { salaries: [], subject: 'Nada' },
  ];
  let pdf: ReadPdf;
  beforeAll(async () => {
    pdf = await documentOf(sampleReport(selections, { isSynthetic: true }));
  });

  test('begins with its verdict, in the words of the screen, without codes', () => {
    expect(pdf.pages[0]).toContain(
      'A mediana de B (Analista) é R$ 2.499,00 (100 %) maior que a de A (Vendedor de comércio varejista).',
    );
  });

  test('has all figures of all selections in one table', () => {
    expect(pdf.text).toContain('Registros 1.000 1.000 0');
    expect(pdf.text).toContain('Mediana (Q2) R$ 2.499,00 R$ 4.998,00 —');
    expect(pdf.text).toContain('3º quartil (Q3) R$ 2.998,50 R$ 5.997,00 —');
  });

  test('names the salary that fills an interval below the table of the figures', async () => {
    const equal = sampleReport([{ salaries: evenly }, { salaries: evenly.map(() => 151_800) }]);
    const { text } = await documentOf(equal);
    expect(text).toContain(
      'B: O intervalo de 95 % da mediana é pouco informativo: há muitos salários iguais a R$ 1.518,00.',
    );
    expect(text).not.toContain('A: O intervalo');
  });

  test('says once in the part of a selection that its sample is small', async () => {
    const model = sampleReport([{ salaries: evenly }, { salaries: evenly.slice(0, 12) }]);
    const summed = model.selections.map((one) => ({
      ...one,
      summary: statisticsSentences(one.answer),
    }));
    const { pages } = await documentOf({ ...model, selections: summed });
    const part = pages.find((page) => page.includes('Seleção B: '));
    expect(part?.match(/amostra pequena/gi)).toHaveLength(1);
  });

  test('repeats the title of a panel whose groups go on on the next page', async () => {
    const sectors = Array.from({ length: 60 }, (_, index) => ({
      codigo: String(1_000_000 + index),
      nome: `Atividade ${index}`,
      ...figures(100 - index, 2000 + index),
    }));
    const panels = { ...samplePanels, sector: { ...samplePanels.sector, sectors } };
    const { pages } = await documentOf(sampleReport(selections.map((one) => ({ ...one, panels }))));
    const listing = pages.filter((page) => page.includes('Atividade '));
    expect(listing.length).toBeGreaterThan(1);
    for (const page of listing) expect(page).toContain('Setor de atividade');
  });

  test('has the groups side by side in one table', () => {
    expect(pdf.text).toContain('Grupo A n A B n B C n C Competitividade regional Acre — 3 — 3 — 0');
    expect(pdf.text).toContain('Micro 1.700,00 400 1.700,00 400 — 0');
  });

  test('distinguishes selections of one subject by the filters that differ', async () => {
    const report = sampleReport([
      { salaries: evenly, parts: ['SP', 'admissões'] },
      { salaries: evenly, parts: ['BA', 'admissões'] },
    ]);
    const { bookmarks } = await documentOf(report);
    expect(bookmarks).toContain('Seleção A: Vendedor de comércio varejista · SP');
    expect(bookmarks).toContain('Seleção B: Vendedor de comércio varejista · BA');
  });

  test('has a receipt and a chapter for each', () => {
    for (const place of [1, 2, 3]) {
      expect(pdf.links).toContain(`https://caged.exemplo.com.br/receipts/recibo${place}`);
    }
    expect(pdf.bookmarks).toContain('Seleção B: 212405 - Analista');
    expect(pdf.text).toContain('Pergunta C Nada');
    expect(pdf.text).toContain('Etapa Por quê Restam A Restam B Restam C Seleção');
    expect(pdf.text).toContain('1.010 1.010 10');
    for (const page of pdf.pages) expect(page).toContain('Dados sintéticos de demonstração');
  });
});

async function storedLogo(bytes: Buffer): Promise<ReportLogo> {
  const { mediaType, width, height, bytes: stored } = await harmlessImage(bytes);
  return { mediaType, width, height, content: stored.toString('base64') };
}

describe("a company's logo", () => {
  test.each([
    ['a transparent PNG', samplePng({ width: 300, height: 80, colorType: 6 })],
    ['a JPEG', sampleJpeg],
    ['a very wide one', samplePng({ width: 4000, height: 20 })],
    ['a very tall one', samplePng({ width: 20, height: 4000 })],
  ])('stands on the cover, tagged and described: %s', async (_, bytes) => {
    const pdf = await pdfOf({}, { logo: await storedLogo(bytes) });
    expect(alts(pdf)).toContain('Logotipo de Padaria Estrela & Filhos');
    expect(pdf.standard).toBe('1');
    expect(pdf.pages[0]).toContain('Padaria Estrela & Filhos');
    // It adds no page.
    expect(pdf.pages).toHaveLength((await pdfOf({})).pages.length);
  });

  test.each([
    ['wide', [400, 100], [159, 39.75]],
    ['very wide', [4000, 40], [159, 1.59]],
    ['very tall', [60, 600], [5.7, 57]],
    // Not enlarged.
    ['small', [16, 16], [12, 12]],
  ])('that is %s fits into its frame undistorted', (_, [width = 0, height = 0], [x = 0, y = 0]) => {
    const size = logoSize({ width, height });
    expect(size.width).toBeCloseTo(x);
    expect(size.height).toBeCloseTo(y);
  });

  test('is missing where there is none', async () => {
    expect(alts(await pdfOf({})).join()).not.toContain('Logotipo');
  });
});

test('a long name of a compared selection is cut between characters, not within one', async () => {
  const subject = `${'Vendedor '.repeat(8)}abcdef🔒, sem fim`;
  const model = sampleReport([{ salaries: evenly, subject }, { salaries: evenly }]);
  expect((await documentOf(model)).text).toContain('Vendedor abcdef🔒…');
});

test('a comparison states what limits the figures of each selection', async () => {
  const model = sampleReport([{ salaries: evenly }, { salaries: evenly, completeness: partial }], {
    hasAnnex: false,
  });
  const { parts, verdict } = printedDocument(withNotes(model), drawings, await readFonts());
  const texts = [...verdict, ...parts.flatMap(({ blocks }) => blocks)].flatMap((block) =>
    block.kind === 'text' ? [block.text] : [],
  );
  const notes = ['A', 'B'].flatMap((label) => sampleNotes.map((note) => `${label}: ${note}`));
  expect(texts).toEqual(expect.arrayContaining(notes));
  expect(texts.join()).toContain('Por isso mostramos os números sem comparações');
});

test('a selection with nearly the records of another gives that reason, and no other', async () => {
  const model = sampleReport([{ salaries: evenly }, { salaries: evenly }]);
  const [first, second] = model.selections;
  if (first === undefined || second === undefined) throw new Error('The sample has two.');
  const selections = [first, { ...second, summary: [], answer: nearlyEqualAnswer(second.answer) }];
  const { parts } = printedDocument({ ...model, selections }, drawings, await readFonts());
  const texts = parts.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'heading' || block.kind === 'text' ? [block.text] : [],
    ),
  );
  const place = texts.findIndex((text) => text.startsWith('Seleção B: '));
  expect(texts.slice(place + 1, place + 3)).toEqual([
    suppressionSentences.quase_iguais,
    'Como estes números foram calculados',
  ]);
});
