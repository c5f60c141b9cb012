import { StartError } from '../start-error.ts';
import { parseBucketAddress } from './bucket-address.ts';
import { bucketFiles } from './bucket-files.ts';
import { folderFiles } from './folder-files.ts';
import type { SharedFiles } from './shared-files.ts';

export interface FilesPlace {
  /** `s3://…`; undefined means `dataDir`. */
  readonly filesUrl: string | undefined;
  readonly dataDir: string;
}

/** Opens the file storage and checks it, so that a wrong address fails here with a clear message. */
export async function openFiles({ filesUrl, dataDir }: FilesPlace): Promise<SharedFiles> {
  if (filesUrl === undefined) return folderFiles(dataDir);
  const files = bucketFiles(parseBucketAddress(filesUrl, 'FILES_URL'), dataDir);
  try {
    await files.check();
    return files;
  } catch (cause) {
    throw new StartError(
      'Não foi possível abrir o balde de FILES_URL: confira o servidor, o balde, a chave, o segredo e a região.',
      { cause },
    );
  }
}
