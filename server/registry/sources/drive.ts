import { readFile } from 'node:fs/promises';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { DriveAddress } from './address.ts';
import { SourceFailure, type FailureCode } from './failures.ts';
import { openRest } from './http-bytes.ts';
import { parseJson } from '../../../shared/contracts/parse-json.ts';
import { readText, refuseStatus, sendOnce, sendRequest, timed } from './http-request.ts';
import { isSameVersion, type FileVersion, type Reader, type SourceLimits } from './source.ts';
import { walkTree, type Folder } from './walk-tree.ts';

export const googleApi = 'https://www.googleapis.com';
const folderType = 'application/vnd.google-apps.folder';

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
export function driveReader(address: DriveAddress, limits: SourceLimits, api: string): Reader {
  const token = serviceTokens(address, limits);

  async function callApi(
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const url = new URL(`${api}/drive/v3/${path}`);
    url.search = new URLSearchParams({ supportsAllDrives: 'true', ...query }).toString();
    const authorization = `Bearer ${await token(signal)}`;
    return sendRequest(url, { signal, headers: { ...headers, authorization } });
  }

  async function readJson<Shape extends z.ZodType>(
    shape: Shape,
    answer: Promise<Response>,
    missing: FailureCode,
  ): Promise<z.infer<Shape>> {
    const response = await answer;
    await refuseStatus(response, missing, failureIn);
    const text = await readText(response, limits.listPageBytes);
    const parsed = shape.safeParse(parseJson(text));
    if (!parsed.success) throw new SourceFailure('fonte_recusou', { cause: parsed.error });
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
      const answer = callApi('files', query, timed(signal, limits));
      const page = await readJson(DrivePage, answer, 'fonte_pasta_ausente');
      entries.push(...page.files);
      if (entries.length > limits.listEntries) throw new SourceFailure('fonte_lista_grande_demais');
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

  return {
    find: (search) => {
      const read = (id: string) => readFolder(id, search.signal);
      return walkTree({ limits, root: address.folderId, read }, search);
    },
    open: async (file, received, signal) => {
      const path = `files/${encodeURIComponent(file.path)}`;
      const answer = callApi(path, { fields: fileFields }, signal);
      const version = versionOf(await readJson(DriveFile, answer, 'fonte_arquivo_ausente'));
      const isSame = received !== undefined && isSameVersion(received.version, version);
      const from = { bytes: isSame ? received.bytes : 0, version };
      return openRest(from, async (range) => {
        const response = await callApi(path, { alt: 'media' }, signal, range);
        await refuseStatus(response, 'fonte_arquivo_ausente', failureIn);
        return response;
      });
    },
  };
}

const versionOf = (file: z.infer<typeof DriveFile>): FileVersion => ({
  bytes: file.size ?? null,
  modifiedAt: file.modifiedTime ?? null,
  hash: file.md5Checksum === undefined ? null : `md5:${file.md5Checksum}`,
});

const failureIn = (text: string): FailureCode | undefined =>
  /"(userRateLimitExceeded|rateLimitExceeded)"/.test(text) ? 'fonte_inalcancavel' : undefined;

const readOnly = 'https://www.googleapis.com/auth/drive.readonly';
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const maxAnswerBytes = 65_536;
/** A token is renewed this long before it expires, in milliseconds, because a request with it takes time. */
const spareMs = 60_000;

const Credentials = z.object({
  type: z.literal('service_account').optional(),
  client_email: z.string().min(3),
  private_key: z.string().min(10),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
});

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().default(3600) });

/** Returns tokens of the service account (RFC 7523), cached until shortly before they expire. */
function serviceTokens({ credentialsPath }: DriveAddress, limits: SourceLimits) {
  let stored = { token: '', until: 0 };
  return async (signal: AbortSignal): Promise<string> => {
    if (Date.now() < stored.until) return stored.token;
    const { token_uri, assertion } = await signedClaims(credentialsPath);
    const body = new URLSearchParams({ grant_type: grant, assertion });
    const request = {
      method: 'POST',
      body,
      signal: timed(signal, limits),
      redirect: 'error',
    } as const;
    const response = await sendOnce(token_uri, request);
    const text = await readText(response, maxAnswerBytes);
    if (response.status >= 500 || response.status === 429)
      throw new SourceFailure('fonte_inalcancavel');
    const token = Token.safeParse(parseJson(text));
    if (!response.ok || !token.success) throw new SourceFailure('fonte_sem_autorizacao');
    const { access_token, expires_in } = token.data;
    stored = { token: access_token, until: Date.now() + expires_in * 1000 - spareMs };
    return stored.token;
  };
}

/** The claims of the account in this file, signed with its key for one hour, and the address that accepts them. */
async function signedClaims(path: string) {
  try {
    const account = Credentials.parse(JSON.parse(await readFile(path, 'utf8')));
    const key = await importPKCS8(account.private_key, 'RS256');
    const assertion = await new SignJWT({ scope: readOnly })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
    return { token_uri: account.token_uri, assertion };
  } catch (error) {
    // The cause would contain the private key, so only the error's name is reported.
    const cause = new Error(error instanceof Error ? error.name : 'unknown');
    throw new SourceFailure('fonte_credenciais_invalidas', { cause });
  }
}
