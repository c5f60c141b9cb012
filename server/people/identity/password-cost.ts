/**
 * argon2id with 64 MiB: more than OWASP's minimum, and 100 ms or more even on a fast server of 2026. The additional 8
 * KiB distinguish hashes of a password as it was typed from earlier ones (`passwords.ts`).
 */
export const passwordCost = { memoryCost: 65_544, timeCost: 14, parallelism: 1 };
