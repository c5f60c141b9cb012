import type { ComponentProps } from 'react';

/** A small text button beside a control. */
export function TextButton({ className = '', ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button
      type="button"
      className={`min-h-6 text-left text-dense text-accent underline decoration-1 underline-offset-3 hover:text-accent-strong pointer-coarse:min-h-11 ${className}`}
      {...rest}
    />
  );
}
