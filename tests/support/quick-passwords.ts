import { vi } from 'vitest';

/**
 * Hashes passwords at the lowest costs in the tests' own process: hundreds of users sign in there, and each would take
 * a fifth of a second of processor time. Test files about the costs undo this.
 */
vi.mock('../../server/people/identity/password-cost.ts', () => ({
  passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
}));
