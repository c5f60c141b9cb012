import {
  type ComponentProps,
  useEffect,
  useRef,
  useState,
  type PointerEvent,
  type FocusEvent,
} from 'react';
import { createPortal } from 'react-dom';

const looks = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-strong border-transparent font-medium disabled:bg-sunken disabled:text-muted',
  secondary: 'bg-surface text-ink border-control hover:bg-sunken disabled:text-muted',
  quiet: 'border-transparent text-ink hover:bg-sunken disabled:text-muted',
} as const;

type ButtonLook = keyof typeof looks;

const shape =
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-control border px-4 py-1 text-body transition-colors disabled:cursor-not-allowed print:hidden pointer-coarse:min-h-11';

/** The class of a button's look, for links that look like buttons. */
export function buttonClass(look: ButtonLook, extra = ''): string {
  return `${shape} ${looks[look]} ${extra}`;
}

/** A disabled button holds the focus, unlike a natively disabled one, and ignores clicks and Enter in a field. */
function BaseButton({ disabled, onClick, type = 'button', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type={type}
      aria-disabled={disabled || undefined}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}

export function Button({
  look = 'secondary',
  className,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <BaseButton className={buttonClass(look, className)} {...rest} />;
}

/** A square icon button; the label is its accessible name and its tooltip. */
export function IconButton({
  label,
  className = '',
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  const { wiring, tip } = useTooltip(label);
  return (
    <>
      <BaseButton
        aria-label={label}
        className={`inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11 ${className}`}
        {...rest}
        {...wiring}
      />
      {tip}
    </>
  );
}

const delayMs = 700;
/** Time for the pointer to reach the tooltip itself. */
const graceMs = 120;
const margin = 4;

/** A tooltip once the pointer rests on the button, or on keyboard focus. It stays under the pointer; Esc closes it. */
function useTooltip(text: string) {
  const [owner, setOwner] = useState<DOMRect>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!owner) return undefined;
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOwner(undefined);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [owner]);

  const after = (ms: number, next: DOMRect | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOwner(next), ms);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOwner(undefined);
  };
  const wiring = {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') after(delayMs, currentTarget.getBoundingClientRect());
    },
    onPointerLeave: () => after(graceMs, undefined),
    onPointerDown: hide,
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (currentTarget.matches(':focus-visible')) setOwner(currentTarget.getBoundingClientRect());
    },
    onBlur: hide,
  };
  const tip = owner && (
    <Tip text={text} owner={owner} onEnter={() => clearTimeout(timer.current)} onLeave={hide} />
  );
  return { wiring, tip };
}

function Tip({
  text,
  owner,
  onEnter,
  onLeave,
}: {
  text: string;
  owner: DOMRect;
  onEnter: () => void;
  onLeave: () => void;
}) {
  const isLeft = owner.left + owner.width / 2 < window.innerWidth / 2;
  const isHigh = owner.top < window.innerHeight / 2;
  return createPortal(
    // The button's accessible name already has the same text.
    <div
      aria-hidden
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fade-in fixed z-50 max-w-64 rounded-control bg-ink px-2 py-1 text-fine text-paper"
      style={{
        ...(isLeft ? { left: owner.left } : { right: window.innerWidth - owner.right }),
        ...(isHigh
          ? { top: owner.bottom + margin }
          : { bottom: window.innerHeight - owner.top + margin }),
      }}
    >
      {text}
    </div>,
    document.body,
  );
}

export function TextButton({ className = '', ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <BaseButton
      className={`min-h-6 text-left text-dense text-accent underline print:hidden decoration-1 underline-offset-3 hover:text-accent-strong pointer-coarse:min-h-11 ${className}`}
      {...rest}
    />
  );
}

/** A link within or beside text. */
export const linkClass =
  'text-accent underline decoration-1 underline-offset-3 hover:text-accent-strong';

/** A link that stands alone, large enough for touch. */
export const loneLinkClass = `${linkClass} inline-flex min-h-6 min-w-0 items-center wrap-anywhere pointer-coarse:min-h-11`;

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
    <BaseButton aria-label={`${act}: ${about}`} className={rowActClass} {...rest}>
      {act}
    </BaseButton>
  );
}
