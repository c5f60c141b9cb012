import { buttonClass } from './button.tsx';

/** A button that opens a file picker for one file; `subject` names its purpose where a page has several. */
export function FileButton({
  label,
  subject,
  accept,
  look = 'secondary',
  onFile,
}: {
  label: string;
  subject: string;
  /** Media types that the browser offers first. */
  accept?: string;
  look?: 'primary' | 'secondary';
  onFile: (file: File) => void;
}) {
  return (
    <span
      className={buttonClass(
        look,
        'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      )}
    >
      <span aria-hidden>{label}</span>
      <input
        type="file"
        accept={accept}
        aria-label={`${label}: ${subject}`}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </span>
  );
}
