export const tileColumns = 6;
export const tileRows = 9;

const grid = `
  .  RR .  AP .  .
  .  AM PA MA CE RN
  AC RO TO PI PE PB
  .  MT DF BA SE AL
  .  MS GO MG ES .
  .  .  SP RJ .  .
  .  .  PR .  .  .
  .  .  SC .  .  .
  .  .  RS .  .  .`;

/** The place of each state in the grid, from the north-west on. */
export const stateTiles = grid
  .trim()
  .split('\n')
  .flatMap((line, row) =>
    line
      .trim()
      .split(/\s+/)
      .map((uf, column) => ({ uf, column, row })),
  )
  .filter(({ uf }) => uf !== '.');
