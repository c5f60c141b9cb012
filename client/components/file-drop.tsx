import { useEffect, useState } from 'react';

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
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
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
