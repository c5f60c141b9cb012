import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../shared/words/format.ts';
import type { Upload } from '../../../shared/contracts/uploads.ts';
import { linkClass } from '../../components/link-class.ts';
import type { Column } from '../../components/table.tsx';
import { UploadStatusBadge } from '../../components/upload-status-badge.tsx';

/** The month of an upload, as a link to it. */
export const monthColumn = (text: (upload: Upload) => string): Column<Upload> => ({
  header: 'Competência',
  isRowHeader: true,
  cell: (upload) => (
    <Link
      to="/admin/uploads/$id"
      params={{ id: upload.id }}
      className={`inline-block min-h-6 font-medium ${linkClass} pointer-coarse:min-h-11`}
    >
      {text(upload)}
    </Link>
  ),
});

export const standingColumns: readonly Column<Upload>[] = [
  { header: 'Situação', cell: (upload) => <UploadStatusBadge upload={upload} /> },
  { header: 'Arquivos', align: 'right', cell: ({ fileCount }) => formatCount(fileCount) },
];
