import { vi } from 'vitest';

/**
 * In the tests' own process passwords are hashed at the least costs: hundreds of people sign in there, each for a fifth
 * of a second of a processor otherwise. Files about the costs take this back.
 */
vi.mock('../../server/people/identity/password-cost.ts', () => ({
  passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
}));
