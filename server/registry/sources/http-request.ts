import { useNewerUndici } from '../../platform/newer-undici.ts';
import { networkFailure, SourceFailure, type FailureCode } from './failures.ts';
import { isPrivate, type Resolve } from './private-address.ts';
import { anySignal } from './retry.ts';
import type { SourceLimits } from './source.ts';

export interface HttpRequest {
  readonly signal: AbortSignal;
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts that redirects may lead to besides the host of the address. */
  readonly hosts?: readonly string[];
}

const maxRedirects = 5;

/**
 * Requests an http(s) address and returns the response whatever its status, after at most five redirects. Credentials
 * are sent only to their own origin, and a secure address never redirects to an insecure one. Redirects lead only to
 * the host of the address and to `hosts`: the configuration names every host that the server connects to.
 */
export async function sendRequest(url: URL, request: HttpRequest): Promise<Response> {
  const { signal, method = 'GET', hosts = [] } = request;
  const headers = new Headers({ 'accept-encoding': 'identity', ...request.headers });
  let address = url;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const response = await sendOnce(address, { method, headers, signal, redirect: 'manual' });
    const next = [301, 302, 303, 307, 308].includes(response.status)
      ? response.headers.get('location')
      : null;
    if (next === null) return response;
    await response.body?.cancel();
    const target = redirectTarget(next, address);
    if (!isNamedHost(target, url, hosts))
      throw new SourceFailure('fonte_outro_servidor', { host: target.hostname });
    if (await leadsInside(target, address)) throw new SourceFailure('fonte_redirecionamento');
    if (target.origin !== address.origin) headers.delete('authorization');
    address = target;
  }
  throw new SourceFailure('fonte_redirecionamento');
}

/** Whether an address has the host of the source's own address, or one of `hosts`. */
export const isNamedHost = (target: URL, own: URL, hosts: readonly string[]): boolean =>
  target.hostname === own.hostname || hosts.includes(target.hostname);

/** A single request; every error of the connection is a failure of the source. */
export async function sendOnce(url: URL | string, request: RequestInit): Promise<Response> {
  try {
    await useNewerUndici();
    return await fetch(url, request);
  } catch (error) {
    throw networkFailure(error);
  }
}

function redirectTarget(location: string, from: URL): URL {
  const target = URL.canParse(location, from) ? new URL(location, from) : undefined;
  const isSafe =
    target !== undefined &&
    (target.protocol === 'https:' || (target.protocol === 'http:' && from.protocol === 'http:'));
  if (!isSafe) throw new SourceFailure('fonte_redirecionamento');
  target.username = '';
  target.password = '';
  return target;
}

/** A source on the internet has no reason to redirect to addresses of the internal network or of cloud metadata. */
export async function leadsInside(target: URL, from: URL, resolve?: Resolve): Promise<boolean> {
  if (target.hostname === from.hostname) return false;
  return (await isPrivate(target.hostname, resolve)) && !(await isPrivate(from.hostname, resolve));
}

/** The failure that a status means; undefined for success. `missing` is the failure of an address without content. */
function failureOf(status: number, missing: FailureCode): FailureCode | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403 || status === 407) return 'fonte_sem_autorizacao';
  if (status === 404 || status === 410) return missing;
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return 'fonte_inalcancavel';
  return 'fonte_recusou';
}

const maxErrorBytes = 65_536;

/**
 * Throws the failure that a status means, after closing the connection. `explain` may name another failure from the
 * text of the response.
 */
export async function refuseStatus(
  response: Response,
  missing: FailureCode,
  explain?: (text: string) => FailureCode | undefined,
): Promise<void> {
  const code = failureOf(response.status, missing);
  if (code === undefined) return;
  if (explain === undefined) {
    await response.body?.cancel();
    throw new SourceFailure(code);
  }
  const text = await readText(response, maxErrorBytes).catch(() => '');
  throw new SourceFailure(explain(text) ?? code);
}

/** The text of a response. Throws as soon as it exceeds the limit. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new SourceFailure('fonte_lista_grande_demais');
      chunks.push(chunk);
    }
  } catch (error) {
    throw networkFailure(error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A signal for a small request, whose whole response must arrive within the time limit for a silent server. */
export const timed = (signal: AbortSignal, limits: SourceLimits) =>
  anySignal(signal, AbortSignal.timeout(limits.silenceMs));
