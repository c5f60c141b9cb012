import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { canSeal, openedRoll, sealRoll, storedPayrollOptions } from './payroll-storage.ts';
import type { Roll } from '../reading/read-people.ts';

const roll: Roll = {
  fileName: 'folha.csv',
  people: [],
  matches: { 'vendedor|': { code: '521110', confidence: 'igual' } },
  refused: [{ row: 7, text: 'o salário está vazio' }],
  doubts: [],
  notes: [],
};
const choices = { 'vendedor|': '521115' };

test('a stored payroll opens only with its password and for its owner, and is unreadable otherwise', async () => {
  const now = new Date('2026-11-21T06:00:00Z');
  const sealed = await sealRoll(
    { roll, choices },
    { owner: 'ana', password: 'Figo-maduro-31', now },
  );
  expect(await openedRoll(sealed, 'Figo-maduro-31')).toMatchObject({ roll, choices });
  expect(await openedRoll(sealed, 'Figo-maduro-32')).toBeNull();
  expect(await openedRoll({ ...sealed, owner: 'bia' }, 'Figo-maduro-31')).toBeNull();
  expect(Buffer.from(sealed.sealed).toString('latin1')).not.toMatch(/folha|vendedor|521110/);
  const again = await sealRoll(
    { roll, choices },
    { owner: 'ana', password: 'Figo-maduro-31', now },
  );
  expect(Buffer.from(again.sealed)).not.toEqual(Buffer.from(sealed.sealed));
});

test('a browser that refuses storage has no stored payroll, and the screen does not fail', async () => {
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    vi.unstubAllGlobals();
  });
  expect(canSeal()).toBe(true);
  expect(await new QueryClient().fetchQuery(storedPayrollOptions('ana'))).toBeNull();
});
