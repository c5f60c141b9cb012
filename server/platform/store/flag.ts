/** Yes or no as both databases keep it. */
export type Flag = 0 | 1;
