/** Where a figure is from; an imported one can be taken away again. */
export function FigureSource({
  figure: { source, isBuiltIn },
  onTakeAway,
}: {
  figure: { source: string; isBuiltIn: boolean };
  onTakeAway: () => void;
}) {
  return (
    <>
      <span className="wrap-anywhere">{source}</span>
      {!isBuiltIn && (
        <button
          type="button"
          aria-label={`Retirar: ${source}`}
          onClick={onTakeAway}
          className="ml-2 min-h-6 text-accent underline underline-offset-3 pointer-coarse:min-h-11"
        >
          Retirar
        </button>
      )}
    </>
  );
}
