/** A state and its step of the scale, 0 to 4, low to high; null where the state has no records or too few. */
export type StateValue = {
  uf: string;
  step: number | null;
  count: number;
  /** Whether this is the requested state. */
  isStrong: boolean;
  /** The text of the tooltip and of the screen reader. */
  name: string;
};

/** Whether only the record count is known: there are too few records for a median. */
export function isOnlyCounted({ step, count }: StateValue): boolean {
  return step === null && count > 0;
}
