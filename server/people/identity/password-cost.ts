/** argon2id over 64 MiB: more than OWASP's minimum, and 100 ms or more also on a fast server of 2026. */
export const passwordCost = { memoryCost: 65_536, timeCost: 14, parallelism: 1 };
