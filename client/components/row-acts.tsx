import type { ComponentProps } from 'react';

/** The look of what can be done with a row: words in a line, wide enough for a finger. */
export const rowActClass =
  'inline-flex min-h-8 items-center rounded-control px-2 text-accent hover:bg-sunken pointer-coarse:min-h-11';

export function RowAct({ ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={rowActClass} {...rest} />;
}
