/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the platform's select and datalist cannot be a combobox like this one. */
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { formatCounted } from '../../shared/words/format.ts';
import { Field } from './field.tsx';

export type Suggestion = {
  value: string;
  label: string;
  /** Shown below the label. */
  note?: string | undefined;
};

/** The next active option: arrows wrap around; -1 is none. */
function nextOf(active: number, count: number, key: string): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return active >= count - 1 ? 0 : active + 1;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  return undefined;
}

/**
 * A text field with suggestions, after the WAI-ARIA combobox pattern (list autocomplete, automatic selection). The
 * first suggestion is active until an arrow key moves. Enter takes the active suggestion of an open list. While the
 * suggestions for a text are on their way, it only opens the list; otherwise it submits the form. Esc closes the list and
 * never empties the field.
 */
export function Combobox({
  label,
  text,
  suggestions,
  onText,
  onPick,
  onEnter,
  placeholder,
  hint,
  error,
  inputRef,
  isOfText = true,
  takesText = false,
  isFocused = false,
  below,
}: {
  label: string;
  text: string;
  suggestions: readonly Suggestion[];
  onText: (text: string) => void;
  onPick: (suggestion: Suggestion) => void;
  /** Called for an Enter that takes no suggestion; without it the form is submitted. */
  onEnter?: () => void;
  placeholder?: string;
  hint?: ReactNode;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  /** Whether the suggestions belong to the current text, and not to a previous one. */
  isOfText?: boolean;
  /** Whether the form takes the text itself, so that Enter submits it without waiting for its suggestions. */
  takesText?: boolean;
  /** Whether the field has the focus from the start. */
  isFocused?: boolean;
  /** Shown between the field and its list. */
  below?: ReactNode;
}) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [moved, setMoved] = useState(-1);
  const isListShown = isOpen && suggestions.length > 0;
  // Suggestions for a previous text stay visible, but Enter takes one only if the user moved to it.
  const active = moved < 0 && isOfText ? 0 : moved;
  const activeSuggestion = isListShown ? suggestions[active] : undefined;

  const close = () => {
    setIsOpen(false);
    setMoved(-1);
  };
  const pick = (suggestion: Suggestion) => {
    onPick(suggestion);
    close();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const next = nextOf(isListShown ? active : -1, suggestions.length, event.key);
    if (next !== undefined) {
      event.preventDefault();
      setIsOpen(true);
      setMoved(next);
    } else if (event.key === 'Enter' && activeSuggestion) {
      event.preventDefault();
      pick(activeSuggestion);
    } else if (event.key === 'Enter' && text.trim() !== '' && !isOfText && !takesText) {
      event.preventDefault();
      setIsOpen(true);
    } else if (event.key === 'Enter') {
      if (onEnter) event.preventDefault();
      onEnter?.();
      close();
    }
  };
  useEffect(() => {
    if (!isListShown) return undefined;
    // A dialog around the field listens to Esc on the document and ignores a prevented event.
    const handleEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setIsOpen(false);
      setMoved(-1);
    };
    window.addEventListener('keydown', handleEscape, { capture: true });
    return () => window.removeEventListener('keydown', handleEscape, { capture: true });
  }, [isListShown]);

  return (
    <div className="relative min-w-0">
      <Field label={label} hint={hint} error={error}>
        {(wiring) => (
          <input
            {...wiring}
            ref={inputRef}
            // Only where the whole screen is about this one field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={isFocused}
            role="combobox"
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            aria-autocomplete="list"
            aria-expanded={isListShown}
            aria-controls={listId}
            aria-activedescendant={activeSuggestion ? `${listId}-${active}` : undefined}
            className="control"
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              onText(event.target.value);
              setIsOpen(true);
              setMoved(-1);
            }}
            onKeyDown={handleKeyDown}
            onBlur={close}
          />
        )}
      </Field>
      {below}
      <SuggestionList
        id={listId}
        label={label}
        suggestions={isListShown ? suggestions : []}
        active={active}
        onPick={pick}
      />
      <output className="sr-only">
        {isListShown &&
          `${formatCounted(suggestions.length, 'sugestão', 'sugestões')}. Use as setas para percorrer e Enter para escolher.`}
      </output>
    </div>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function SuggestionList({
  id,
  label,
  suggestions,
  active,
  onPick,
}: {
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  active: number;
  onPick: (suggestion: Suggestion) => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={`Sugestões para ${label}`}
      hidden={suggestions.length === 0}
      className="absolute top-full right-0 left-0 z-30 mt-1 max-h-80 overflow-y-auto rounded-card border border-control bg-surface p-1"
    >
      {suggestions.map((suggestion, index) => (
        // The keyboard stays in the field and reaches options through aria-activedescendant.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={suggestion.value}
          id={`${id}-${index}`}
          ref={index === active ? scrollIntoView : null}
          role="option"
          aria-selected={index === active}
          // Without this, the field loses the focus and the list closes before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
          className={`cursor-pointer rounded-control px-2 py-2 text-body ${
            index === active ? 'bg-accent-soft text-accent' : 'hover:bg-sunken'
          }`}
        >
          {suggestion.label}
          {suggestion.note !== undefined && (
            <span className="block text-dense text-muted">{suggestion.note}</span>
          )}
        </div>
      ))}
    </div>
  );
}
