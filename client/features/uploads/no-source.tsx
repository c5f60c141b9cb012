import { Notice } from '../../components/notice.tsx';

/** How to load months automatically, shown where no source is configured. */
export function NoSource() {
  return (
    <Notice tone="neutral" title="Nenhuma fonte de arquivos está configurada">
      Para buscar os meses sem escolher arquivos, defina{' '}
      <code className="text-dense">CAGED_SOURCE</code> com uma pasta, o FTP do MTE, um endereço
      http(s), um bucket S3 ou uma pasta do Google Drive, e reinicie o sistema.
    </Notice>
  );
}
