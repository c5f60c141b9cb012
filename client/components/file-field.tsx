import { useEffect, useState } from 'react';
import { Field, type TextFieldProps } from './field.tsx';
import { buttonClass } from './button.tsx';

/**
 * The platform's file picker with a label in our own language and size. It shows the chosen names until a new `key`
 * resets it; where `chosenNames` is given, the caller controls them.
 */
export function FileField({
  label,
  hint,
  error,
  multiple,
  chosenNames,
  onFiles,
  ...rest
}: Omit<TextFieldProps, 'type' | 'className' | 'onText'> & {
  chosenNames?: readonly string[];
  onFiles: (files: File[]) => void;
}) {
  const [ownNames, setNames] = useState<readonly string[]>([]);
  const names = chosenNames ?? ownNames;
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="control relative flex items-center gap-3 px-1.5 max-[20rem]:flex-wrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-aria-invalid:border-danger has-disabled:bg-sunken has-disabled:text-muted">
          <span
            aria-hidden
            className="max-w-full shrink-0 rounded-control border border-control px-3 py-1 text-dense font-medium"
          >
            {multiple ? 'Escolher arquivos' : 'Escolher arquivo'}
          </span>
          <span
            aria-hidden
            className={`min-w-0 py-1 text-dense text-muted ${multiple && names.length > 0 ? 'truncate' : 'wrap-anywhere'}`}
          >
            {names.length === 0 ? 'Nenhum arquivo escolhido' : names.join(', ')}
          </span>
          <input
            {...wiring}
            {...rest}
            type="file"
            multiple={multiple}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              setNames(files.map(({ name }) => name));
              // The user can then choose the same file again after removing it.
              if (chosenNames) event.target.value = '';
              onFiles(files);
            }}
          />
        </div>
      )}
    </Field>
  );
}

/** A button that opens a file picker for one file; `subject` names its purpose where a page has several. */
export function FileButton({
  label,
  subject,
  accept,
  look = 'secondary',
  disabled,
  onFile,
}: {
  label: string;
  subject: string;
  /** Media types that the browser offers first. */
  accept?: string;
  look?: 'primary' | 'secondary';
  disabled?: boolean;
  onFile: (file: File) => void;
}) {
  return (
    <span
      className={buttonClass(
        look,
        'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-aria-disabled:text-muted',
      )}
    >
      <span aria-hidden>{label}</span>
      <input
        type="file"
        accept={accept}
        // Not natively disabled, so that it holds the focus.
        aria-disabled={disabled || undefined}
        onClick={disabled ? (event) => event.preventDefault() : undefined}
        aria-label={`${label}: ${subject}`}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file && !disabled) onFile(file);
        }}
      />
    </span>
  );
}

/** Takes files that are dropped anywhere on the page and prevents the browser from opening them. */
export function FileDrop({
  prompt,
  onFiles,
}: {
  prompt: string;
  onFiles: (files: File[]) => void;
}) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, [onFiles]);
  return isOver ? (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-3 z-40 flex items-center justify-center rounded-card border-2 border-dashed border-accent bg-accent-soft/90 p-6 text-center text-title font-medium text-accent"
    >
      {prompt}
    </div>
  ) : null;
}

const carriesFiles = ({ dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes('Files') === true;
