import { ArrowDown, ArrowUp, Pencil, SlidersHorizontal, X } from 'lucide-react';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { longestName } from '../../lib/comparison-link.ts';
import { SelectionTitle } from './comparison-table.tsx';

export type SelectionActs = {
  /** An empty name gives the generated one back. */
  onRename: (name: string) => void;
  onChange: () => void;
  onRemove: () => void;
  /** Undefined at the ends. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

/** A selection: its mark and name, what it asks, where it leads, and what can be done with it. */
export function SelectionCard({
  place,
  letter,
  name,
  question,
  links,
  problem,
  isLoading,
  acts: { onRename, onChange, onRemove, onUp, onDown },
}: {
  place: number;
  letter: string;
  name: string;
  /** What it asks, in words. */
  question: string;
  links: ReactNode;
  /** What went wrong, and what to do. */
  problem?: ReactNode;
  isLoading: boolean;
  acts: SelectionActs;
}) {
  const [isNaming, setNaming] = useState(false);
  return (
    <li className="border-b border-line py-3 last:border-0" aria-busy={isLoading}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-72">
          {isNaming ? (
            <NameForm
              letter={letter}
              name={name}
              onName={(next) => {
                if (next !== undefined) onRename(next);
                setNaming(false);
              }}
            />
          ) : (
            <SelectionTitle place={place} letter={letter} name={name} />
          )}
          <p className="mt-1 text-dense text-muted">{question}</p>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-dense print:hidden">
            {isLoading ? <span className="text-muted">Buscando...</span> : links}
          </p>
          {problem}
        </div>
        <div className="flex print:hidden">
          <IconButton label={`Renomear ${letter}`} onClick={() => setNaming(true)}>
            <Pencil aria-hidden size={16} />
          </IconButton>
          <IconButton label={`Mudar os filtros de ${letter}`} onClick={onChange}>
            <SlidersHorizontal aria-hidden size={16} />
          </IconButton>
          <IconButton
            label={`Pôr ${letter} antes`}
            disabled={onUp === undefined}
            className="disabled:opacity-40"
            onClick={onUp}
          >
            <ArrowUp aria-hidden size={16} />
          </IconButton>
          <IconButton
            label={`Pôr ${letter} depois`}
            disabled={onDown === undefined}
            className="disabled:opacity-40"
            onClick={onDown}
          >
            <ArrowDown aria-hidden size={16} />
          </IconButton>
          <IconButton label={`Remover ${letter}`} onClick={onRemove}>
            <X aria-hidden size={16} />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

function NameForm({
  letter,
  name,
  onName,
}: {
  letter: string;
  name: string;
  /** Undefined leaves the name as it is. */
  onName: (name: string | undefined) => void;
}) {
  const [text, setText] = useState(name);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    onName(text.trim() === name ? undefined : text.trim());
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-wrap gap-2">
      <input
        aria-label={`Nome de ${letter}`}
        placeholder="Vazio: o nome que diz o que muda"
        value={text}
        maxLength={longestName}
        // The form opens because somebody asked to write here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onName(undefined);
        }}
        className="control max-w-80"
      />
      <Button type="submit">Dar nome</Button>
      <Button look="quiet" onClick={() => onName(undefined)}>
        Cancelar
      </Button>
    </form>
  );
}
