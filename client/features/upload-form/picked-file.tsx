import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { Button } from '../../components/button.tsx';
import { FileField } from '../../components/file-field.tsx';
import { formatBytes } from '../../../shared/words/format.ts';
import { fileKindLabels } from '../../../shared/contracts/uploads.ts';

/** The picker for one kind of file, and the chosen file. */
export function PickedFile({
  kind,
  file,
  problem,
  accept,
  onFile,
}: {
  kind: FileKind;
  file: File | undefined;
  problem: string | undefined;
  accept: string;
  onFile: (file: File | undefined) => void;
}) {
  return (
    <div className="min-w-0">
      <FileField
        label={fileKindLabels[kind]}
        accept={accept}
        chosenNames={file === undefined ? [] : [file.name]}
        error={problem}
        hint={file === undefined ? `CAGED${kind}, opcional` : formatBytes(file.size)}
        onFiles={([chosen]) => {
          if (chosen !== undefined) onFile(chosen);
        }}
      />
      {file !== undefined && (
        <Button
          className="mt-1"
          aria-label={`Tirar: ${file.name}`}
          onClick={() => onFile(undefined)}
        >
          Tirar
        </Button>
      )}
    </div>
  );
}
