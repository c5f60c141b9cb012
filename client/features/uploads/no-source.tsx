import { Link } from '@tanstack/react-router';
import { linkClass } from '../../components/link-class.ts';
import { Notice } from '../../components/notice.tsx';

/** What to do while there is nowhere to fetch months from. */
export function NoSource() {
  return (
    <div className="mt-4">
      <Notice tone="neutral" title="Nenhuma fonte de arquivos está configurada">
        <p>
          Para buscar os meses daqui, defina <code className="text-dense">CAGED_SOURCE</code> com
          uma pasta, o FTP do MTE, um endereço http(s), um bucket S3 ou uma pasta do Google Drive, e
          reinicie o sistema.
        </p>
        <p className="mt-2">
          Ou{' '}
          <Link to="/admin/upload-advanced" className={linkClass}>
            envie os arquivos do seu computador
          </Link>
          .
        </p>
      </Notice>
    </div>
  );
}
