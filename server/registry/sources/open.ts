import { parseSourceAddress } from './address.ts';
import { driveSource, googleApi } from './drive.ts';
import { folderSource } from './folder.ts';
import { ftpSource } from './ftp.ts';
import { httpSource } from './http.ts';
import { outerSource, type Resolve } from './inner-address.ts';
import { s3Source } from './s3.ts';
import { defaultLimits, type Source, type SourceLimits } from './source.ts';

export interface OpenSourceOptions {
  readonly limits?: Partial<SourceLimits>;
  /** The address of Google's API; tests use another one. */
  readonly driveApi?: string;
  /** Names that may resolve to addresses of the internal network. */
  readonly innerHosts?: readonly string[];
  /** Hosts besides the source's own that its redirects and links may lead to. */
  readonly hosts?: readonly string[];
  /** Resolves names to addresses; tests use another implementation. */
  readonly resolve?: Resolve;
}

export const maybeSource = (config: {
  readonly cagedSource: string | undefined;
  readonly innerSources: readonly string[];
  readonly sourceHosts: readonly string[];
}): Source | undefined =>
  config.cagedSource === undefined
    ? undefined
    : openSource(config.cagedSource, {
        innerHosts: config.innerSources,
        hosts: config.sourceHosts,
      });

/** The source that an address names. It is not contacted yet. Throws `StartError` for a wrong address. */
export function openSource(address: string, options: OpenSourceOptions = {}): Source {
  const parsed = parseSourceAddress(address);
  const limits = { ...defaultLimits, ...options.limits };
  const { innerHosts = [], hosts = [], resolve } = options;
  const outer = (source: Source, hostname: string) =>
    outerSource(source, hostname, { innerHosts, ...(resolve && { resolve }) });
  switch (parsed.kind) {
    case 'folder':
      return folderSource(parsed.path, limits);
    case 'ftp':
      return outer(ftpSource(parsed, limits), parsed.host);
    case 'http':
      return outer(httpSource(parsed, limits, hosts), parsed.url.hostname);
    case 's3':
      return outer(s3Source(parsed, limits), parsed.endpoint.hostname);
    case 'drive':
      return driveSource(parsed, limits, options.driveApi ?? googleApi);
  }
}
