/** "18 a 25 anos"; the last band begins at 56 though the specification names it 55+. */
export function ageBandLabel(
  band: string,
  { from, to }: { from: number; to: number | null },
): string {
  return to === null ? `${band} (${from} anos ou mais)` : `${from} a ${to} anos`;
}
