import LoaderCircle from 'lucide-react/icons/loader-circle';

/** The whole page waits; the sentence is spoken. */
export function PageSpinner() {
  return (
    <output className="flex min-h-dvh items-center justify-center gap-3 text-muted">
      <LoaderCircle aria-hidden size={20} className="animate-spin" />
      <span>Carregando...</span>
    </output>
  );
}
