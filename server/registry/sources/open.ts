import { parseSourceAddress, type SourceAddress } from './address.ts';
import { chooseFiles } from './choose-files.ts';
import { downloadFile } from './download.ts';
import { driveReader, googleApi } from './drive.ts';
import { networkFailure, sourceError, SourceFailure } from './failures.ts';
import { folderReader } from './folder.ts';
import { ftpReader } from './ftp.ts';
import { httpReader } from './http.ts';
import { requirePublic, type HostRules } from './private-address.ts';
import { anySignal, retry } from './retry.ts';
import { s3Reader } from './s3.ts';
import {
  defaultLimits,
  type ListOptions,
  type Reader,
  type Source,
  type SourceFile,
  type SourceLimits,
} from './source.ts';

export interface OpenSourceOptions extends HostRules {
  readonly limits?: Partial<SourceLimits>;
  /** The address of Google's API; tests use another one. */
  readonly driveApi?: string;
  /** Hosts besides the source's own that its redirects and links may lead to. */
  readonly hosts?: readonly string[];
}

export const maybeSource = (config: {
  readonly cagedSource: string | undefined;
  readonly privateSources: readonly string[];
  readonly sourceHosts: readonly string[];
}): Source | undefined =>
  config.cagedSource === undefined
    ? undefined
    : openSource(config.cagedSource, {
        localHosts: config.privateSources,
        hosts: config.sourceHosts,
      });

/** The source that an address names. It is not contacted yet. Throws `StartError` for a wrong address. */
export function openSource(text: string, options: OpenSourceOptions = {}): Source {
  const address = parseSourceAddress(text);
  const limits = { ...defaultLimits, ...options.limits };
  const { label } = address;
  const { reader, hostname } = readerOf(address, limits, options);
  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      if (hostname !== undefined) await requirePublic(hostname, options);
      return await work();
    } catch (error) {
      throw error instanceof SourceFailure ? sourceError(label, error) : error;
    }
  };
  return {
    label,
    list: (request = {}) => call(() => listFiles(reader, limits, request)),
    download: (file, target, request = {}) =>
      call(() => downloadFile({ ...request, label, limits, file, target, reader })),
  };
}

/** The reader of an address, and the host that the address names, if any. */
function readerOf(
  address: SourceAddress,
  limits: SourceLimits,
  { hosts = [], driveApi = googleApi }: OpenSourceOptions,
): { readonly reader: Reader; readonly hostname?: string } {
  switch (address.kind) {
    case 'folder':
      return { reader: folderReader(address.path, limits) };
    case 'ftp':
      return { reader: ftpReader(address, limits), hostname: address.host };
    case 'http':
      return { reader: httpReader(address, limits, hosts), hostname: address.url.hostname };
    case 's3':
      return { reader: s3Reader(address, limits), hostname: address.endpoint.hostname };
    case 'drive':
      return { reader: driveReader(address, limits, driveApi) };
  }
}

async function listFiles(
  reader: Reader,
  limits: SourceLimits,
  options: ListOptions,
): Promise<SourceFile[]> {
  const deadline = AbortSignal.timeout(limits.listMs);
  const signal = anySignal(options.signal, deadline);
  const months = options.months && new Set(options.months);
  try {
    const found = await retry(limits, signal, async () => {
      try {
        return await reader.find({ signal, months });
      } catch (error) {
        throw networkFailure(error);
      }
    });
    return chooseFiles(found, months);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw deadline.aborted ? new SourceFailure('fonte_lenta', { cause: error }) : error;
  }
}
