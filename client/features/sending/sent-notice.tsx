import { Link } from '@tanstack/react-router';
import { linkClass } from '../../components/link-class.ts';
import { Notice } from '../../components/notice.tsx';

/** The files were handed over; what becomes of them is on a page of its own. */
export function SentNotice({ uploadId }: { uploadId: string }) {
  return (
    <Notice tone="neutral" title={`Upload realizado com sucesso! ID: ${uploadId}`}>
      Os arquivos estão na fila de processamento.{' '}
      <Link to="/admin/uploads/$id" params={{ id: uploadId }} className={linkClass}>
        Acompanhar o processamento
      </Link>
    </Notice>
  );
}
