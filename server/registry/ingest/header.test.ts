import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { officialHeader, officialText } from '../../../tests/support/official-file.ts';
import { readFileName } from '../../../shared/contracts/file-names.ts';
import { readHeader } from './header.ts';

const lineEnd = Buffer.from('\r\n');
const headerOf = (line: string | Buffer) => readHeader(Buffer.concat([Buffer.from(line), lineEnd]));
const codeOf = (text: string | Buffer) => {
  try {
    readHeader(Buffer.from(text));
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'read';
};

describe('the header is read by column name', () => {
  test('of MOV and FOR: 28 columns', () => {
    const header = headerOf(officialText('MOV', []));
    expect([header.width, header.isExclusion]).toEqual([28, false]);
    expect(header.positions.get('cbo')).toBe(8);
    expect(header.positions.get('fixed_salary')).toBe(28);
  });

  test('of EXC: 30 columns, its own two in the middle', () => {
    const header = headerOf(officialText('EXC', []));
    expect([header.width, header.isExclusion]).toEqual([30, true]);
    expect(header.positions.get('exclusion_month')).toBe(26);
    expect(header.positions.get('late')).toBe(28);
  });

  test('in another order, without accents, in capitals, in quotes, with a byte-order mark, in latin-1', () => {
    const official = officialHeader('MOV');
    const reversed = official.split(';').toReversed().join(';');
    expect(headerOf(reversed).positions.get('month')).toBe(28);
    const bare = official.normalize('NFD').replaceAll(/\p{M}/gu, '');
    expect(headerOf(bare.toUpperCase()).positions.get('salary')).toBe(21);
    expect(headerOf(`\uFEFF${official}\r\n`).positions.get('month')).toBe(1);
    const quoted = official.split(';').map((name) => `"${name}" `);
    expect(headerOf(quoted.join(';')).positions.get('fixed_salary')).toBe(28);
    expect(headerOf(Buffer.from(official, 'latin1')).positions.get('region')).toBe(2);
  });
});

describe('a file that is not of the current series is refused by name', () => {
  const cases = {
    arquivo_vazio: '',
    arquivo_legado: officialHeader('MOV')
      .replace('competênciamov', 'competência')
      .replace('origemdainformação', 'fonte'),
    arquivo_de_planilha: officialText('MOV', []).replace('competênciamov', 'competenciamo'),
    coluna_repetida: `uf;${officialText('MOV', [])}`,
    coluna_ausente: officialText('MOV', []).replace(';salário', ''),
    arquivo_desconhecido: 'nome;idade\r\nAna;3',
    arquivo_incompleto: officialHeader('MOV').slice(0, 200),
    arquivo_utf16: Buffer.from(officialText('MOV', [{}]), 'utf16le'),
    fim_de_linha: officialText('MOV', [{}, {}]).replaceAll('\r\n', '\r'),
  };
  test.each(Object.entries(cases))('%s', (code, text) => {
    expect(codeOf(text)).toBe(code);
  });

  test('a first line of data, or one without end, is called foreign and nothing else', () => {
    const [header = '', line = ''] = officialText('MOV', [{}]).split('\r\n');
    expect(codeOf(`${line}\r\n${line}\r\n`)).toBe('arquivo_desconhecido');
    expect(codeOf(`${header};${'x'.repeat(20_000)}`)).toBe('arquivo_desconhecido');
  });

  test('either sign of the Legado series is enough', () => {
    const official = officialText('MOV', []);
    expect(codeOf(official.replace('competênciamov', 'competência'))).toBe('arquivo_legado');
    expect(codeOf(official.replace('origemdainformação', 'fonte'))).toBe('arquivo_legado');
  });

  test.each(['competênciaexc', 'indicadordeexclusão'])(
    'exclusions without %s are incomplete, and are not read as movements',
    (name) => {
      expect(codeOf(officialText('EXC', []).replace(`;${name}`, ''))).toBe('coluna_ausente');
    },
  );

  test('UTF-16 of the other byte order, with a mark or without', () => {
    const text = officialText('MOV', [{}]);
    for (const written of [text, `\uFEFF${text}`]) {
      expect(codeOf(Buffer.from(written, 'utf16le').swap16())).toBe('arquivo_utf16');
    }
  });

  test('arquivo_utf16', () => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(officialHeader('MOV'), 'utf16le'),
    ]);
    expect(codeOf(bytes)).toBe('arquivo_utf16');
  });
});

test('a name says kind and month', () => {
  expect(readFileName('CAGEDMOV202307.7z')).toEqual({ kind: 'MOV', month: '202307' });
  expect(readFileName('amostra-cagedexc202604.csv')).toEqual({ kind: 'EXC', month: '202604' });
  expect(readFileName('CAGEDFOR202313.txt')).toBeUndefined();
  expect(readFileName('movimentos.txt')).toBeUndefined();
});
