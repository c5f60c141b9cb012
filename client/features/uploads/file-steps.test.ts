import { expect, test } from 'vitest';
import { stepStates } from './file-steps.tsx';

const states = (...args: Parameters<typeof stepStates>) =>
  stepStates(...args).map(({ step, state }) => `${step} ${state}`);

test('while a file is read, its receipt is done and its later steps are ahead', () => {
  const file = { step: 'ler', stepTimes: { receber: 900 }, outcome: null } as const;
  expect(states(file, 'PROCESSING')).toEqual([
    'receber done',
    'ler current',
    'validar ahead',
    'conferir ahead',
    'publicar ahead',
  ]);
  expect(stepStates(file, 'PROCESSING')[0]?.spentMs).toBe(900);
  expect(states(file, 'CANCELLED')[1]).toBe('ler stopped');
});

test('a file that waits for the others has its earlier steps done and no current step', () => {
  const file = { step: 'esperar', stepTimes: { ler: 5, validar: 1 }, outcome: null } as const;
  expect(states(file, 'PROCESSING')).toEqual([
    'receber done',
    'ler done',
    'validar done',
    'conferir ahead',
    'publicar ahead',
  ]);
});

test('all steps of a queued file are ahead', () => {
  const file = { step: 'esperar', stepTimes: {}, outcome: null } as const;
  expect(states(file, 'PENDING').every((text) => text.endsWith(' ahead'))).toBe(true);
});

test('a comparison waits for an administrator', () => {
  const file = { step: 'conferir', stepTimes: { ler: 5, validar: 1 }, outcome: null } as const;
  expect(states(file, 'AWAITING_APPROVAL').slice(3)).toEqual([
    'conferir waiting',
    'publicar ahead',
  ]);
});

test('a refused file failed in its last step; an unchanged file skips its later steps', () => {
  const stepTimes = { receber: 3, ler: 5 };
  const refused = { step: 'pronto', stepTimes, outcome: 'REFUSED' } as const;
  expect(states(refused, 'FAILED').slice(0, 3)).toEqual([
    'receber done',
    'ler failed',
    'validar ahead',
  ]);
  const unchanged = { step: 'pronto', stepTimes, outcome: 'UNCHANGED' } as const;
  expect(states(unchanged, 'COMPLETED').slice(1)).toEqual([
    'ler done',
    'validar spared',
    'conferir spared',
    'publicar spared',
  ]);
});

test('a published file has all its steps done', () => {
  const file = { step: 'pronto', stepTimes: { ler: 5 }, outcome: 'PUBLISHED' } as const;
  expect(states(file, 'COMPLETED').every((text) => text.endsWith(' done'))).toBe(true);
});
