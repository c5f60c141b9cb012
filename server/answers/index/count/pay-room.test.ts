import { expect, test } from 'vitest';
import { PayRoom, PayRooms } from './pay-room.ts';

const million = 2 ** 20;

test('what was taken is no one else’s until the room is cleared', () => {
  const room = new PayRoom();
  const taken = [300, 0, 700_000, million * 2, 900_000, 5].map((length, at) =>
    room.take(length).fill(at + 1),
  );
  for (const [at, pays] of taken.entries()) {
    expect(pays.every((pay) => pay === at + 1)).toBe(true);
  }
  expect(taken.map(({ length }) => length)).toEqual([300, 0, 700_000, million * 2, 900_000, 5]);
});

test('the same memory is used again, but not more than a little is stored', () => {
  const room = new PayRoom();
  const [first, huge] = [room.take(10), room.take(million * 9)];
  room.clear();
  expect(room.take(10).buffer).toBe(first.buffer);
  expect(room.take(million * 9).buffer).not.toBe(huge.buffer);
});

test('two jobs at once have rooms of their own', () => {
  const rooms = new PayRooms();
  const [one, other] = [rooms.take(), rooms.take()];
  expect(one.take(5).buffer).not.toBe(other.take(5).buffer);
  rooms.giveBack(one);
  expect(rooms.take()).toBe(one);
});
