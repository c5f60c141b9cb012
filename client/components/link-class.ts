/** A link within or beside text. */
export const linkClass =
  'text-accent underline decoration-1 underline-offset-3 hover:text-accent-strong';
