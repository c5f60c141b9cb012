import { describe, expect, test } from 'vitest';
import { nodeKinds, type OccupationNode } from '../../../shared/contracts/reference.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { actOfKey, rowTyped } from './occupation-tree.tsx';
import { keysDownTo, standingRow, treeRows, type Branch, type ReachableRow } from './tree-rows.ts';

const node = (codigo: string, nome: string): OccupationNode => ({
  codigo,
  nome,
  tipo: keysOf(nodeKinds).find((kind) => nodeKinds[kind].digits === codigo.length) ?? 'ocupacao',
  registros: null,
  mediana: null,
  inclui: [],
});

const roots = [node('1', 'Dirigentes'), node('2', 'Profissionais'), node('3', 'Técnicos')];
const below: Record<string, Branch> = {
  '2': { state: 'ready', nodes: [node('21', 'Exatas'), node('22', 'Biológicas')] },
  '21': { state: 'ready', nodes: [node('212', 'Informática')] },
  '212': { state: 'ready', nodes: [node('2124', 'Analistas')] },
  '2124': {
    state: 'ready',
    nodes: [node('212405', 'Analista de desenvolvimento'), node('212410', 'Analista de redes')],
  },
  '3': { state: 'failed' },
};
const rowsWith = (...open: string[]) =>
  treeRows(roots, new Set(open), (code) => below[code] ?? { state: 'loading' });
const at = (rows: ReturnType<typeof rowsWith>, key: string): ReachableRow => {
  const row = standingRow(rows, key);
  if (row?.key !== key) throw new Error(`There is no row ${key}.`);
  return row;
};

describe('the rows in sight', () => {
  test('are the roots, and what is below those that are open', () => {
    expect(rowsWith().map(({ key }) => key)).toEqual(['1', '2', '3']);
    expect(rowsWith('2', '2/22').map(({ key, level, kind }) => [key, level, kind])).toEqual([
      ['1', 1, 'group'],
      ['2', 1, 'group'],
      ['2/21', 2, 'group'],
      ['2/22', 2, 'group'],
      ['2/22/loading', 3, 'loading'],
      ['3', 1, 'group'],
    ]);
  });

  test('of a family begin with the whole family', () => {
    const rows = rowsWith(...keysDownTo('2124'));
    expect(
      rows
        .filter((row) => row.level === 5)
        .map((row) => row.kind !== 'loading' && [row.kind, row.key, row.position, row.setSize]),
    ).toEqual([
      ['family', '2/21/212/2124/todas', 1, 3],
      ['occupation', '2/21/212/2124/212405', 2, 3],
      ['occupation', '2/21/212/2124/212410', 3, 3],
    ]);
  });

  test('a group opens with all that it is in', () => {
    expect(keysDownTo('212')).toEqual(['2', '2/21', '2/21/212']);
    expect(keysDownTo('212405').at(-1)).toBe('2/21/212/2124/212405');
  });

  test('the keyboard stands on the nearest row above one that is gone', () => {
    const rows = rowsWith('2');
    expect(standingRow(rows, '2/21/212/2124')?.key).toBe('2/21');
    expect(standingRow(rows, '9/91')?.key).toBe('1');
    expect(standingRow(rows, undefined)?.key).toBe('1');
    expect(standingRow([], '2')).toBeUndefined();
  });
});

describe('the keys', () => {
  const rows = rowsWith('2', '3');

  test('up and down go row by row and stop at the ends', () => {
    expect(actOfKey(rows, at(rows, '2'), 'ArrowDown')).toEqual({ act: 'go', key: '2/21' });
    expect(actOfKey(rows, at(rows, '2'), 'ArrowUp')).toEqual({ act: 'go', key: '1' });
    expect(actOfKey(rows, at(rows, '1'), 'ArrowUp')).toEqual({ act: 'go', key: '1' });
    expect(actOfKey(rows, at(rows, '1'), 'End')).toEqual({ act: 'go', key: '3/failed' });
    expect(actOfKey(rows, at(rows, '3'), 'Home')).toEqual({ act: 'go', key: '1' });
  });

  test('right opens, then enters; left closes, then leaves', () => {
    expect(actOfKey(rows, at(rows, '2/21'), 'ArrowRight')).toEqual({ act: 'open' });
    expect(actOfKey(rows, at(rows, '2'), 'ArrowRight')).toEqual({ act: 'go', key: '2/21' });
    expect(actOfKey(rows, at(rows, '2'), 'ArrowLeft')).toEqual({ act: 'close' });
    expect(actOfKey(rows, at(rows, '2/22'), 'ArrowLeft')).toEqual({ act: 'go', key: '2' });
    expect(actOfKey(rows, at(rows, '1'), 'ArrowLeft')).toEqual({ act: 'go', key: '1' });
  });

  test('right waits at a group whose rows are on their way', () => {
    const waiting = rowsWith('1');
    expect(actOfKey(waiting, at(waiting, '1'), 'ArrowRight')).toEqual({ act: 'go', key: '1' });
    expect(actOfKey(waiting, at(waiting, '1'), 'ArrowDown')).toEqual({ act: 'go', key: '2' });
  });

  test('Enter and the space bar take; other keys are left alone', () => {
    expect(actOfKey(rows, at(rows, '1'), 'Enter')).toEqual({ act: 'take' });
    expect(actOfKey(rows, at(rows, '1'), ' ')).toEqual({ act: 'take' });
    expect(actOfKey(rows, at(rows, '1'), 'Escape')).toBeUndefined();
    expect(actOfKey(rows, at(rows, '1'), 'p')).toBeUndefined();
  });

  test('letters go to the next name that begins so, around the end', () => {
    expect(rowTyped(rows, at(rows, '1'), 'E')?.key).toBe('2/21');
    expect(rowTyped(rows, at(rows, '2/22'), 'd')?.key).toBe('1');
    expect(rowTyped(rows, at(rows, '2/22'), 'bio')?.key).toBe('2/22');
    expect(rowTyped(rows, at(rows, '1'), 'tec')?.key).toBe('3');
    expect(rowTyped(rows, at(rows, '1'), '22')?.key).toBe('2/22');
    expect(rowTyped(rows, at(rows, '1'), 'x')).toBeUndefined();
  });
});
