import { fileKinds, type FileKind } from '../../../shared/contracts/uploads.ts';
import type { SimpleUpload, SimpleUploadAnswer } from '../../../shared/contracts/source.ts';
import type { Actor } from '../../people/audit/audit.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { readFileName } from '../../../shared/contracts/file-names.ts';
import type { SourceFile } from '../sources/source.ts';
import { queueFromSource, requireSource, type SourceLoads } from './source-loads.ts';

const fields = {
  MOV: 'movFile',
  FOR: 'forFile',
  EXC: 'excFile',
} as const satisfies Record<FileKind, keyof SimpleUpload>;

/**
 * Queues the files that the source has of a month, among the three requested names. An absent name means the official
 * one; an empty one skips the file. Throws `AppError` 400 for a name of another kind or month and for no name at all,
 * 404 when the source has none of the files.
 */
export async function simpleUpload(
  deps: SourceLoads,
  upload: SimpleUpload,
  actor: Actor,
): Promise<SimpleUploadAnswer> {
  const source = requireSource(deps);
  const month = upload.competencia;
  const names = requestedNames(upload);
  const offered = await source.list({ months: [month] });
  const files = offered.filter(({ kind }) => names.has(kind));
  if (files.length === 0) {
    const none = offered.length === 0 ? 'nenhum arquivo' : 'nenhum dos arquivos pedidos';
    throw notFound(
      'source_has_none',
      `A fonte ${source.label} não tem ${none} da competência ${month}. Confira a competência, ou espere o MTE publicar.`,
      { field: 'competencia' },
    );
  }
  const id = await queueFromSource(deps, actor, month, files);
  return {
    message: 'Processamento iniciado com sucesso!',
    upload: { id, status: 'PENDING', competencia: month },
    driveIntegration: {
      source: source.label,
      files: [...names].map(([kind, name]) => found(kind, name, files)),
    },
  };
}

function requestedNames(upload: SimpleUpload): ReadonlyMap<FileKind, string> {
  const names = new Map<FileKind, string>();
  for (const kind of fileKinds) {
    const official = `CAGED${kind}${upload.competencia}.txt`;
    const name = upload[fields[kind]] ?? official;
    if (name === '') continue;
    const identity = readFileName(name);
    if (identity?.kind !== kind || identity.month !== upload.competencia) {
      throw invalid(fields[kind], `O nome do arquivo deve ser ${official}.`);
    }
    names.set(kind, name);
  }
  if (names.size === 0) throw invalid('movFile', 'Informe o nome de ao menos um arquivo.');
  return names;
}

function found(kind: FileKind, name: string, files: readonly SourceFile[]) {
  const file = files.find((offered) => offered.kind === kind);
  return {
    name,
    kind,
    found: file !== undefined,
    sourceName: file?.name ?? null,
    bytes: file?.bytes ?? null,
    modifiedAt: file?.modifiedAt ?? null,
  };
}
