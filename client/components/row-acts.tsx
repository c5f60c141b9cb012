import type { ComponentProps } from 'react';

/** The look of what can be done with a row: words in a line, wide enough for a finger. */
export const rowActClass =
  'inline-flex min-h-8 items-center rounded-control px-2 text-accent hover:bg-sunken disabled:text-muted pointer-coarse:min-h-11';

/** An act on one row of many, by a word; who hears the page is told on which. */
export function RowAct({
  act,
  about,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { act: string; about: string }) {
  return (
    <button type="button" aria-label={`${act}: ${about}`} className={rowActClass} {...rest}>
      {act}
    </button>
  );
}
