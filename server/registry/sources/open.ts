import { parseSourceAddress } from './address.ts';
import { driveSource, googleApi } from './drive.ts';
import { folderSource } from './folder.ts';
import { ftpSource } from './ftp.ts';
import { httpSource } from './http.ts';
import { s3Source } from './s3.ts';
import { defaultLimits, type Source, type SourceLimits } from './source.ts';

export interface OpenSourceOptions {
  readonly limits?: Partial<SourceLimits>;
  /** Where Google's API answers; another one for tests. */
  readonly driveApi?: string;
}

/** The source that an address names. Nothing is asked of it yet; a wrong address throws `StartError`. */
export function openSource(address: string, options: OpenSourceOptions = {}): Source {
  const parsed = parseSourceAddress(address);
  const limits = { ...defaultLimits, ...options.limits };
  switch (parsed.kind) {
    case 'folder':
      return folderSource(parsed.path, limits);
    case 'ftp':
      return ftpSource(parsed, limits);
    case 'http':
      return httpSource(parsed, limits);
    case 's3':
      return s3Source(parsed, limits);
    case 'drive':
      return driveSource(parsed, limits, options.driveApi ?? googleApi);
  }
}
