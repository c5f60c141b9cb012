import { formatCounted, formatMoment, formatMonth } from '../../../shared/words/format.ts';
import type { ReleaseEntry } from '../../../shared/contracts/release.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/table.tsx';
import { UploadLink } from '../../components/upload-status.tsx';

/** The columns of the list of releases: the origin of each, its contents and a button to restore it. */
export const releaseColumns = (
  onRestore: (release: ReleaseEntry) => void,
): readonly Column<ReleaseEntry>[] => [
  {
    header: 'Versão',
    isRowHeader: true,
    className: '@3xl:w-[14%]',
    cell: ({ number, isCurrent, isSynthetic }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">Versão {number}</span>
        {isCurrent && <Badge tone="good">Atual</Badge>}
        {isSynthetic && <Badge tone="warm">Demonstração</Badge>}
      </span>
    ),
  },
  {
    header: 'Publicada',
    className: '@3xl:w-[24%]',
    cell: (release) => <Origin release={release} />,
  },
  { header: 'O que trouxe', cell: (release) => <Contents release={release} /> },
  {
    header: 'Ação',
    isActs: true,
    className: '@3xl:w-[20%]',
    cell: (release) => <Act release={release} onRestore={() => onRestore(release)} />,
  },
];

function Origin({ release: { publishedAt, publishedBy, uploadId } }: { release: ReleaseEntry }) {
  return (
    <>
      <span className="whitespace-nowrap">{formatMoment(publishedAt)}</span>
      <span className="block wrap-anywhere text-muted">{publishedBy ?? 'pelo sistema'}</span>
      <UploadLink id={uploadId}>Ver o envio</UploadLink>
    </>
  );
}

function Contents({ release }: { release: ReleaseEntry }) {
  const { newFiles, fileCount, base, removedAt, restorations } = release;
  return (
    <>
      <p>
        {newFiles.length === 0
          ? 'Nenhum arquivo novo'
          : formatCounted(newFiles.length, 'arquivo novo', 'arquivos novos')}
        {base !== null &&
          (newFiles.length === fileCount
            ? `, que ${fileCount === 1 ? 'substitui' : 'substituem'} os da versão ${base}`
            : ` sobre a versão ${base}`)}
        {removedAt === null && `; ${formatCounted(fileCount, 'arquivo', 'arquivos')} ao todo`}
      </p>
      {newFiles.length > 0 && (
        <details className="mt-1">
          <summary className="min-h-6 text-accent pointer-coarse:min-h-11 pointer-coarse:py-2">
            Arquivos e hashes
          </summary>
          <ul className="mt-1 flex flex-col gap-2">
            {newFiles.map((file) => (
              <li key={`${file.kind} ${file.month} ${file.name}`}>
                <span className="font-medium">
                  {file.kind} {formatMonth(file.month)}
                </span>{' '}
                <span className="wrap-anywhere">{file.name}</span>
                <span className="block text-fine wrap-anywhere text-muted">
                  SHA-256 do texto: {file.sha256 ?? 'não conhecido'}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {restorations.map(({ at, by, reason, from }) => (
        <p key={at} className="mt-1 wrap-anywhere text-muted">
          Restaurada em {formatMoment(at)} por {by ?? 'usuário removido'}, no lugar da versão {from}
          : {reason}
        </p>
      ))}
    </>
  );
}

function Act({ release, onRestore }: { release: ReleaseEntry; onRestore: () => void }) {
  const { number, isCurrent, canRestore, removedAt } = release;
  if (isCurrent) return <span className="text-muted">É a versão em uso.</span>;
  if (!canRestore) {
    return (
      <span className="text-muted">
        {removedAt === null
          ? 'Não pode ser restaurada.'
          : `Removida em ${formatMoment(removedAt)}, pela regra de retenção.`}
      </span>
    );
  }
  return (
    <Button onClick={onRestore} aria-label={`Tornar atual: versão ${number}`}>
      Tornar atual
    </Button>
  );
}
