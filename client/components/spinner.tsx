import LoaderCircle from 'lucide-react/icons/loader-circle';

/** The whole page is loading; screen readers announce the sentence. */
export function PageSpinner() {
  return (
    <output className="flex min-h-dvh items-center justify-center gap-3 text-muted">
      <LoaderCircle aria-hidden size={20} className="animate-spin" />
      <span>Carregando...</span>
    </output>
  );
}
