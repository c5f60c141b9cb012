import X from 'lucide-react/icons/x';
import { useRef } from 'react';

export type Chip = { key: string; text: string; onRemove: () => void };

/** The chosen values as chips, each with its own remove button. */
export function Chips({
  label,
  chips,
  className = 'flex-wrap',
}: {
  label: string;
  chips: readonly Chip[];
  className?: string;
}) {
  const container = useRef<HTMLDivElement>(null);
  const remove = (chip: Chip) => {
    // The button is about to leave the page with the focus. The container stays, even when it is empty.
    container.current?.focus({ preventScroll: true });
    chip.onRemove();
  };
  return (
    <div ref={container} tabIndex={-1} className="min-w-0 rounded-control empty:absolute">
      {chips.length > 0 && (
        <ul aria-label={label} className={`flex gap-1 ${className}`}>
          {chips.map((chip) => {
            const { key, text } = chip;
            return (
              <li
                key={key}
                className="inline-flex max-w-full shrink-0 items-center gap-1 rounded-control bg-accent-soft pl-2 text-dense"
              >
                <span className="min-w-0 py-0.5 wrap-anywhere">{text}</span>
                <button
                  type="button"
                  aria-label={`Remover ${text}`}
                  onClick={() => remove(chip)}
                  className="inline-flex size-7 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink pointer-coarse:size-11"
                >
                  <X aria-hidden size={14} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
