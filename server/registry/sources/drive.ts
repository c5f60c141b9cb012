import { readFile } from 'node:fs/promises';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { DriveAddress } from './address.ts';
import {
  badCredentials,
  fileMissing,
  folderMissing,
  listingTooLarge,
  networkFailure,
  refused,
  unauthorised,
  unreachable,
  type SourceFailure,
} from './failures.ts';
import { openRest } from './http-bytes.ts';
import { ask, parseJson, readText, soon, statusFailure } from './http-request.ts';
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

const readOnly = 'https://www.googleapis.com/auth/drive.readonly';
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ANSWER_BYTES = 65_536;
/** A token is renewed this long before it expires, in milliseconds, because a request with it takes time. */
const spareMs = 60_000;

const Credentials = z.object({
  type: z.literal('service_account').optional(),
  client_email: z.string().min(3),
  private_key: z.string().min(10),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
});
type Credentials = z.infer<typeof Credentials>;

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().default(3600) });

/** Returns tokens of the service account (RFC 7523), cached until shortly before they expire. */
function serviceTokens({ label, credentialsPath }: DriveAddress, limits: SourceLimits) {
  let stored = { token: '', until: 0 };
  return async (signal: AbortSignal): Promise<string> => {
    if (Date.now() < stored.until) return stored.token;
    const credentials = await readCredentials(label, credentialsPath);
    const assertion = await signed(label, credentials);
    const { access_token, expires_in } = await exchange(label, credentials, assertion, {
      signal,
      limits,
    });
    stored = { token: access_token, until: Date.now() + expires_in * 1000 - spareMs };
    return stored.token;
  };
}

async function readCredentials(label: string, path: string): Promise<Credentials> {
  try {
    return Credentials.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw withoutKey(label, error);
  }
}

/** The account's claims, signed with its key for one hour. */
async function signed(label: string, account: Credentials): Promise<string> {
  try {
    const key = await importPKCS8(account.private_key, 'RS256');
    return await new SignJWT({ scope: readOnly })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
  } catch (error) {
    throw withoutKey(label, error);
  }
}

// The cause would contain the private key, so only the error's name is reported.
const withoutKey = (label: string, error: unknown) =>
  badCredentials(label, new Error(error instanceof Error ? error.name : 'unknown'));

async function exchange(
  label: string,
  { token_uri }: Credentials,
  assertion: string,
  { signal, limits }: { readonly signal: AbortSignal; readonly limits: SourceLimits },
): Promise<z.infer<typeof Token>> {
  const response = await post(label, token_uri, assertion, soon(signal, limits));
  const text = await readText(response, label, ANSWER_BYTES);
  if (response.status >= 500 || response.status === 429) throw unreachable(label);
  const token = Token.safeParse(parseJson(text));
  if (!response.ok || !token.success) throw unauthorised(label);
  return token.data;
}

async function post(
  label: string,
  address: string,
  assertion: string,
  signal: AbortSignal,
): Promise<Response> {
  const body = new URLSearchParams({ grant_type: grant, assertion });
  try {
    return await fetch(address, { method: 'POST', body, signal, redirect: 'error' });
  } catch (error) {
    throw networkFailure(label, error);
  }
}
