import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { formatCount } from '../../shared/words/format.ts';
import { Button } from './button.tsx';

/** Links to the previous and the next page. */
export function Pager({
  label,
  page,
  pages,
  onPage,
}: {
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  return (
    <nav aria-label={label} className="mt-4 flex items-center justify-between gap-3 print:hidden">
      <Button className="max-sm:px-3" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden size={16} />
        Anterior
      </Button>
      <span className="text-center text-dense whitespace-nowrap text-muted tabular-nums">
        <span className="max-sm:sr-only">Página </span>
        {formatCount(page)} de {formatCount(pages)}
      </span>
      <Button className="max-sm:px-3" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Próxima
        <ChevronRight aria-hidden size={16} />
      </Button>
    </nav>
  );
}

/** "21 a 40 de 1.312": the range of rows that a list shows. */
export function rangeText(page: number, pageSize: number, shown: number, total: number): string {
  const first = (page - 1) * pageSize + 1;
  return `${formatCount(first)} a ${formatCount(first + shown - 1)} de ${formatCount(total)}`;
}
