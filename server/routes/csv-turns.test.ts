import { expect, test } from 'vitest';
import { CsvTurns } from './csv-turns.ts';

async function* endless() {
  for (;;) yield 'line';
}

/** A file that was begun and of which nothing more is read. */
async function stuck(turns: CsvTurns, userId: string) {
  const file = (await turns.take(userId))(endless());
  await file.next();
  return file;
}

const soon = <Value>(value: Promise<Value>) =>
  Promise.race([value, new Promise<'waits'>((resolve) => setTimeout(resolve, 50, 'waits'))]);

test('whoever reads nothing of his files leaves a turn to others', async () => {
  const turns = new CsvTurns();
  const mine = await stuck(turns, 'ana');
  const second = turns.take('ana');
  expect(await soon(second)).toBe('waits');
  const others = await stuck(turns, 'bia');
  await mine.return(undefined);
  const after = await second;
  expect(after).toBeTypeOf('function');
  await others.return(undefined);
});

test('a person has so many waiting, and no more', async () => {
  const turns = new CsvTurns();
  const leaving = new AbortController();
  await stuck(turns, 'ana');
  const waiting = [turns.take('ana', leaving.signal), turns.take('ana', leaving.signal)];
  await expect(turns.take('ana')).rejects.toMatchObject({ code: 'too_many_searches', status: 503 });
  leaving.abort(new Error('left'));
  for (const one of waiting) await expect(one).rejects.toThrow('left');
  const again = turns.take('ana');
  expect(await soon(again)).toBe('waits');
});
