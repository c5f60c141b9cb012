import X from 'lucide-react/icons/x';

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
  return (
    // It stays, even when it is empty, to take the focus of a chip that is removed.
    <div tabIndex={-1} className="min-w-0 rounded-control empty:absolute">
      {chips.length > 0 && (
        <ul aria-label={label} className={`flex gap-1 ${className}`}>
          {chips.map(({ key, text, onRemove }) => (
            <li
              key={key}
              className="inline-flex max-w-full shrink-0 items-center gap-1 rounded-control bg-accent-soft pl-2 text-dense"
            >
              <span className="min-w-0 py-0.5 wrap-anywhere">{text}</span>
              <button
                type="button"
                aria-label={`Remover ${text}`}
                onClick={onRemove}
                className="inline-flex size-7 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink pointer-coarse:size-11"
              >
                <X aria-hidden size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
