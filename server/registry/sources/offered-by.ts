import { chooseFiles } from './choose-files.ts';
import { downloadFile } from './download.ts';
import { networkFailure, slowListing } from './failures.ts';
import { anySignal, persist } from './pace.ts';
import type { ListOptions, Reader, Source, SourceFile, SourceLimits } from './source.ts';

/** Creates a source from a reader, which finds and opens files; the rest is common to all sources. */
export function offeredBy(reader: Reader, label: string, limits: SourceLimits): Source {
  return {
    label,
    list: (options = {}) => listFiles(reader, label, limits, options),
    download: (file, target, options = {}) =>
      downloadFile({
        ...options,
        label,
        limits,
        file,
        target,
        open: (...question) => reader.open(...question),
      }),
  };
}

async function listFiles(
  reader: Reader,
  label: string,
  limits: SourceLimits,
  options: ListOptions,
): Promise<SourceFile[]> {
  const deadline = AbortSignal.timeout(limits.listMs);
  const signal = anySignal(options.signal, deadline);
  const months = options.months && new Set(options.months);
  try {
    const found = await persist(limits, signal, async () => {
      try {
        return await reader.find({ signal, months });
      } catch (error) {
        throw networkFailure(label, error);
      }
    });
    return chooseFiles(found, months);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw deadline.aborted ? slowListing(label, error) : error;
  }
}
