import { useEffect, useRef, useState, type PointerEvent, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';

const delayMs = 700;
/** Time for the pointer to reach the tooltip itself. */
const graceMs = 120;
const margin = 4;

/**
 * The tooltip of an icon button: shown after the pointer rests on the button, or at once on keyboard focus. Esc closes
 * it, and it stays while the pointer is on it.
 */
export function useTooltip(text: string) {
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
