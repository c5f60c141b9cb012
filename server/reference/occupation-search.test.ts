import { describe, expect, test } from 'vitest';
import { processorTimeOf } from '../../tests/processor-time.ts';
import { indexOccupations, searchIndex, searchOccupations } from './occupation-search.ts';
import { allOccupations } from './occupations.ts';

describe('the official titles', () => {
  test.each([
    ['vendedor varejista', '521110'],
    ['comércio varejista vendedor', '521110'],
    ['VENDEDORAS DO COMÉRCIO VAREJISTA', '521110'],
    ['vendedor varejo', '521110'],
    ['assistente administrativo', '411010'],
    ['asistente administrativa', '411010'],
    ['auxiliar escritorio', '411005'],
    ['auxliar de escritorio', '411005'],
    ['auxiliar contábil', '413110'],
    ['enfermeira', '223505'],
    ['enfermeiras', '223505'],
    ['medicos clinicos', '225125'],
    ['médica clínica', '225125'],
    ['tecnico enfermagem', '322205'],
    ['engenheiras civis', '214205'],
    ['analsita de sistmas', '212405'],
    ['motorista caminhao', '782510'],
    ['garcom', '513405'],
    ['secretario executivo', '111220'],
    ['faxineira', '514320'],
  ])('"%s" finds %s first', (text, code) => {
    expect(searchOccupations(text)[0]).toBe(code);
  });

  test('one word finds every title that has it', () => {
    expect(searchOccupations('programador')).toEqual(['766155', '317115']);
    expect(searchOccupations('caixa').toSorted()).toEqual(['413210', '420105', '421125', '833205']);
  });

  test('four digits find the occupations of their family', () => {
    const family = allOccupations().filter(({ code }) => code.startsWith('5211'));
    expect(family.length).toBeGreaterThan(5);
    expect(searchOccupations(' 5211 ')).toEqual(family.map(({ code }) => code));
    expect(searchOccupations('0001')).toEqual([]);
  });

  test('what a title excludes does not find it', () => {
    expect(searchOccupations('caixa de banco')).toEqual(['413210']);
  });

  test('every title finds its own occupation first', () => {
    for (const { code, title } of allOccupations()) {
      expect(searchOccupations(title)[0]).toBe(code);
    }
  });

  test.each(['', '   ', '123', '521110', '%$#@!', 'ç~^', 'de da e', 'xyzw', 'x', '\u0000', '漢字'])(
    '"%s" finds nothing',
    (text) => {
      expect(searchOccupations(text)).toEqual([]);
    },
  );

  test('an overlong text finds nothing', () => {
    expect(searchOccupations('vendedor '.repeat(10_000))).toEqual([]);
  });

  test('answers within two milliseconds of work, typing errors or not', async () => {
    const texts = ['auxliar de escritorio', 'operador de maquina', 'xyzwk vendedro', 'tecnico'];
    for (const text of texts) searchOccupations(text);
    const rounds = 100;
    const work = await processorTimeOf(() => {
      for (let round = 0; round < rounds; round++)
        for (const text of texts) searchOccupations(text);
    });
    expect(work / rounds / texts.length).toBeLessThan(2);
  });
});

describe('among titles that a text finds equally well', () => {
  const commonness = new Map([
    ['521110', 900_000],
    ['354145', 10_000],
    ['783225', 5_000_000],
    ['782510', 400_000],
    ['223510', 7_000],
  ]);

  test('the commoner occupation is first, however long its title', () => {
    expect(searchOccupations('vendedor', commonness).slice(0, 2)).toEqual(['521110', '354145']);
  });

  test('a title that only mentions the word stays behind those that begin with it', () => {
    const found = searchOccupations('motorista', commonness);
    expect(found[0]).toBe('782510');
    expect(found.indexOf('783225')).toBeGreaterThan(found.indexOf('782415'));
  });

  test('the whole title stays first', () => {
    expect(searchOccupations('enfermeiro', commonness).slice(0, 2)).toEqual(['223505', '223510']);
  });
});

describe('a small index', () => {
  const index = indexOccupations([
    { code: '000001', title: 'Pintor de casas' },
    { code: '000002', title: 'Pintor' },
    { code: '000003', title: 'Ajudante de pintor' },
    { code: '000004', title: 'Pinteiro' },
    { code: '000002', title: 'Caiador' },
  ]);

  test('puts the whole title first, then the title that begins with the word', () => {
    expect(searchIndex(index, 'pintor')).toEqual(['000002', '000001', '000003']);
  });

  test('takes a word for a beginning only where no whole word matches, from three letters on', () => {
    expect(searchIndex(index, 'pint')).toEqual(['000002', '000004', '000001', '000003']);
    expect(searchIndex(index, 'pi')).toEqual([]);
  });

  test('takes a word for an error only where it begins none, from four letters on', () => {
    expect(searchIndex(index, 'pintro')).toEqual(['000002', '000001', '000003']);
    expect(searchIndex(index, 'pitro')).toEqual([]);
    expect(searchIndex(index, 'csa')).toEqual([]);
  });

  test('asks for every word', () => {
    expect(searchIndex(index, 'casa pintora')).toEqual(['000001']);
    expect(searchIndex(index, 'ajudante casa')).toEqual([]);
  });

  test('finds a code by any of its titles, once', () => {
    expect(searchIndex(index, 'caiadora')).toEqual(['000002']);
    expect(searchIndex(index, 'caia')).toEqual(['000002']);
  });
});
