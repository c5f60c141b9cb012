import { readFile } from 'node:fs/promises';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { DriveAddress } from './address.ts';
import { badCredentials, networkFailure, unauthorised, unreachable } from './failures.ts';
import { readText, soon } from './http-request.ts';
import { parseJson } from './parse-json.ts';
import type { SourceLimits } from './source.ts';

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
export function serviceTokens({ label, credentialsPath }: DriveAddress, limits: SourceLimits) {
  let kept = { token: '', until: 0 };
  return async (signal: AbortSignal): Promise<string> => {
    if (Date.now() < kept.until) return kept.token;
    const credentials = await readCredentials(label, credentialsPath);
    const assertion = await signed(label, credentials);
    const { access_token, expires_in } = await exchange(label, credentials, assertion, {
      signal,
      limits,
    });
    kept = { token: access_token, until: Date.now() + expires_in * 1000 - spareMs };
    return kept.token;
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
