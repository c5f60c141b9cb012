import type { ComponentProps } from 'react';

/** The class of a row's actions: text buttons in a line, large enough for touch. */
export const rowActClass =
  'inline-flex min-h-8 items-center rounded-control px-2 text-accent hover:bg-sunken disabled:text-muted pointer-coarse:min-h-11';

/** An action on one row of many; its accessible name includes the row's subject. */
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
