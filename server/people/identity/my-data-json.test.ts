import { expect, test } from 'vitest';
import type { MyData } from '../../../shared/contracts/my-data.ts';
import { myDataJson } from './my-data-json.ts';

const at = '2026-11-01T12:00:00.000Z';

const entry = (id: number): MyData['audit'][number] => ({
  id: String(id),
  at,
  action: 'session.started',
  actionLabel: 'Login',
  outcome: 'success',
  actorId: null,
  actor: null,
  subjectType: null,
  subjectId: null,
  subject: null,
  address: null,
  details: {},
  detailNames: {},
});

const data = (entries: number, records: MyData['records']): MyData => ({
  generatedAt: at,
  user: {
    id: 'a',
    email: 'ana@exemplo.com.br',
    firstName: 'Ana',
    lastName: 'Lima',
    role: 'CLIENT',
    companyId: null,
    companyName: null,
    isActive: true,
    mustChangePassword: false,
    temporaryPasswordExpiresAt: null,
    hasSecondFactor: false,
    lastSignInAt: null,
    erasureRequestedAt: null,
    createdAt: at,
    updatedAt: at,
    version: 1,
  },
  company: null,
  sessions: [],
  audit: Array.from({ length: entries }, (_, id) => entry(id)),
  records,
});

async function piecesOf(all: MyData): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of myDataJson(all)) pieces.push(piece);
  return pieces;
}

test.each([
  data(0, {}),
  data(1, { envios: [] }),
  data(401, { envios: [{ a: 'ç"' }, { a: 2 }], linksPublicos: [{ b: null }], relatorios: [] }),
])('the pieces are the JSON of the data', async (all) => {
  expect(JSON.parse((await piecesOf(all)).join(''))).toEqual(all);
});

test('has at most 200 items in a piece', async () => {
  const items = (await piecesOf(data(401, {}))).map((piece) => piece.split('"id":').length - 1);
  // The first piece has the user's own ID.
  expect(items.filter((count) => count > 0)).toEqual([1, 200, 200, 1]);
});

test('does not contain the identifiers of sessions', async () => {
  const session = {
    id: 'hash of the token',
    isCurrent: true,
    device: null,
    address: null,
    startedAt: at,
    lastUsedAt: at,
    expiresAt: at,
  };
  const pieces = await piecesOf({ ...data(0, {}), sessions: [session] });
  expect(pieces.join('')).toContain('"startedAt"');
  expect(pieces.join('')).not.toContain('hash of the token');
});
