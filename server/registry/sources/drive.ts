import { z } from 'zod';
import type { DriveAddress } from './address.ts';
import {
  fileMissing,
  folderMissing,
  listingTooLarge,
  refused,
  unreachable,
  type SourceFailure,
} from './failures.ts';
import { serviceTokens } from './drive-token.ts';
import { openRest } from './http-bytes.ts';
import { ask, readText, statusFailure, soon } from './http-request.ts';
import { parseJson } from './parse-json.ts';
import { offeredBy } from './offered-by.ts';
import { isSameVersion, type FileVersion, type Source, type SourceLimits } from './source.ts';
import { walkTree, type Folder } from './walk-tree.ts';

export const googleApi = 'https://www.googleapis.com';
const folderType = 'application/vnd.google-apps.folder';
const ERROR_BYTES = 65_536;

const DriveFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.coerce.number().optional(),
  modifiedTime: z.string().optional(),
  md5Checksum: z.string().optional(),
});
const DrivePage = z.object({ files: z.array(DriveFile), nextPageToken: z.string().optional() });
const fileFields = 'id,name,mimeType,size,modifiedTime,md5Checksum';

/** A folder of Google Drive that is shared with a service account, and its subfolders. */
export function driveSource(address: DriveAddress, limits: SourceLimits, api: string): Source {
  const { label } = address;
  const token = serviceTokens(address, limits);

  async function askApi(
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const url = new URL(`${api}/drive/v3/${path}`);
    url.search = new URLSearchParams({ supportsAllDrives: 'true', ...query }).toString();
    const authorization = `Bearer ${await token(signal)}`;
    return ask(url, { label, signal, headers: { ...headers, authorization } });
  }

  async function askJson<Shape extends z.ZodType>(
    shape: Shape,
    answer: Promise<Response>,
    missing: SourceFailure,
  ): Promise<z.infer<Shape>> {
    const response = await answer;
    await refuseError(response, label, missing);
    const text = await readText(response, label, limits.listPageBytes);
    const parsed = shape.safeParse(parseJson(text));
    if (!parsed.success) throw refused(label, parsed.error);
    return parsed.data;
  }

  async function readFolder(id: string, signal: AbortSignal): Promise<Folder> {
    const entries: z.infer<typeof DriveFile>[] = [];
    let pageToken: string | undefined;
    do {
      const query = {
        q: `'${id.replaceAll(/[^\w-]/g, '')}' in parents and trashed = false`,
        fields: `nextPageToken,files(${fileFields})`,
        pageSize: '1000',
        includeItemsFromAllDrives: 'true',
        ...(pageToken !== undefined && { pageToken }),
      };
      const answer = askApi('files', query, soon(signal, limits));
      const page = await askJson(DrivePage, answer, folderMissing);
      entries.push(...page.files);
      if (entries.length > limits.listEntries) throw listingTooLarge(label);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    const named = entries.map((entry) => ({ name: entry.name, path: entry.id, entry }));
    return {
      folders: named.filter(({ entry }) => entry.mimeType === folderType),
      files: named
        .filter(({ entry }) => entry.mimeType !== folderType)
        .map(({ name, path, entry }) => ({ name, path, ...versionOf(entry) })),
    };
  }

  return offeredBy(
    {
      find: (search) => {
        const read = (id: string) => readFolder(id, search.signal);
        return walkTree({ label, limits, root: address.folderId, read }, search);
      },
      open: async (file, received, signal) => {
        const path = `files/${encodeURIComponent(file.path)}`;
        const answer = askApi(path, { fields: fileFields }, signal);
        const version = versionOf(await askJson(DriveFile, answer, fileMissing));
        const isSame = received !== undefined && isSameVersion(received.version, version);
        const from = { bytes: isSame ? received.bytes : 0, version };
        return openRest(label, from, async (range) => {
          const response = await askApi(path, { alt: 'media' }, signal, range);
          await refuseError(response, label, fileMissing);
          return response;
        });
      },
    },
    label,
    limits,
  );
}

const versionOf = (file: z.infer<typeof DriveFile>): FileVersion => ({
  bytes: file.size ?? null,
  modifiedAt: file.modifiedTime ?? null,
  hash: file.md5Checksum === undefined ? null : `md5:${file.md5Checksum}`,
});

async function refuseError(
  response: Response,
  label: string,
  missing: SourceFailure,
): Promise<void> {
  const failure = statusFailure(response.status, label, missing);
  if (failure === undefined) return;
  const text = await readText(response, label, ERROR_BYTES).catch(() => '');
  if (/"(userRateLimitExceeded|rateLimitExceeded)"/.test(text)) throw unreachable(label);
  throw failure;
}
