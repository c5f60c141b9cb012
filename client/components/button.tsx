import type { ComponentProps } from 'react';
import { useTooltip } from './use-tooltip.tsx';

const looks = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-strong border-transparent font-medium disabled:bg-sunken disabled:text-muted',
  secondary: 'bg-surface text-ink border-control hover:bg-sunken disabled:text-muted',
  quiet: 'border-transparent text-ink hover:bg-sunken disabled:text-muted',
} as const;

export type ButtonLook = keyof typeof looks;

const shape =
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-control border px-4 text-body transition-colors disabled:cursor-not-allowed pointer-coarse:min-h-11';

/** The class of a button's look, for links that look like buttons. */
export function buttonClass(look: ButtonLook, extra = ''): string {
  return `${shape} ${looks[look]} ${extra}`;
}

export function Button({
  look = 'secondary',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

/** A square icon button; the label is its accessible name and its tooltip. */
export function IconButton({
  label,
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  const { wiring, tip } = useTooltip(label);
  return (
    <>
      <button
        type={type}
        aria-label={label}
        className={`inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11 ${className}`}
        {...rest}
        {...wiring}
      />
      {tip}
    </>
  );
}
