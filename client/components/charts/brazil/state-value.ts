/** A state and its step of the scale, 0 to 4, low to high; null where too few records say nothing, or none. */
export type StateValue = {
  uf: string;
  step: number | null;
  count: number;
  /** The one that was asked for. */
  isStrong: boolean;
  /** What is said of the state. */
  name: string;
};

/** Of too few records only their number is told. */
export function isOnlyCounted({ step, count }: StateValue): boolean {
  return step === null && count > 0;
}
