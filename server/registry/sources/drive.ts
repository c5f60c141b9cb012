import { readFile } from 'node:fs/promises';
import { JWT } from 'google-auth-library';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { DriveAddress } from './address.ts';
import {
  badCredentials,
  codeOf,
  fileMissing,
  folderMissing,
  listingTooLarge,
  networkFailure,
  refused,
  silent,
  unauthorised,
  unreachable,
  type SourceFailure,
} from './failures.ts';
import { openRest } from './http-bytes.ts';
import { ask, readText, statusFailure, soon } from './http-request.ts';
import { offeredBy } from './offered-by.ts';
import { isSameVersion, type FileVersion, type Source, type SourceLimits } from './source.ts';
import { walkTree, type Folder } from './walk-tree.ts';

export const googleApi = 'https://www.googleapis.com';
const readOnly = 'https://www.googleapis.com/auth/drive.readonly';
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

/** A folder of Google Drive that was shared with a service account, and the folders in it. */
export function driveSource(address: DriveAddress, limits: SourceLimits, api: string): Source {
  const { label } = address;
  const token = tokens(address, limits);

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

const Credentials = z.object({
  type: z.literal('service_account').optional(),
  client_email: z.string().min(3),
  private_key: z.string().min(10),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
});

/** Gives tokens of the service account, kept until they are about to end; the file is read when first needed. */
function tokens({ label, credentialsPath }: DriveAddress, limits: SourceLimits) {
  let account: Promise<JWT> | undefined;
  const open = async () => {
    const credentials = await readCredentials(label, credentialsPath);
    return new JWT({
      email: credentials.client_email,
      key: credentials.private_key,
      scopes: [readOnly],
      transporterOptions: {
        retry: false,
        timeout: limits.silenceMs,
        // The library knows one address only; the file tells the account's own.
        fetchImplementation: (_, request) => fetch(credentials.token_uri, request),
      },
    });
  };
  return async (signal: AbortSignal): Promise<string> => {
    account ??= open();
    try {
      const { token } = await untilAborted((await account).getAccessToken(), signal);
      if (token) return token;
    } catch (error) {
      account = undefined;
      signal.throwIfAborted();
      throw tokenFailure(label, error);
    }
    throw unauthorised(label);
  };
}

async function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([result, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function readCredentials(label: string, path: string): Promise<z.infer<typeof Credentials>> {
  try {
    return Credentials.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    // The cause would repeat the private key: only its kind is kept.
    throw badCredentials(label, new Error(error instanceof Error ? error.name : 'unknown'));
  }
}

const TokenAnswer = z.object({ response: z.object({ status: z.number() }) });

// The library's errors carry the whole request, signature included: none of them goes on as a cause.
function tokenFailure(label: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const answered = TokenAnswer.safeParse(error);
  if (answered.success) {
    const { status } = answered.data.response;
    return status >= 500 || status === 429 ? unreachable(label) : unauthorised(label);
  }
  if (/abort|timeout/i.test(describe(error))) return silent(label);
  const code = codeOf(error);
  const failure = networkFailure(label, Object.assign(new Error('token'), { code }));
  if (failure instanceof AppError) return failure;
  return /DECODER|PEM|ERR_OSSL|ERR_CRYPTO/.test(`${code} ${describe(error)}`)
    ? badCredentials(label)
    : refused(label);
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name} ${error.message} ${describe(error.cause)}` : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
