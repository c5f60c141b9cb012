import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  decoded,
  s3Address,
  unreadable,
  ruleErrorIn,
  type S3Address,
} from '../../platform/files/bucket-address.ts';

export interface FolderAddress {
  readonly kind: 'folder';
  readonly label: string;
  readonly path: string;
}

export interface FtpAddress {
  readonly kind: 'ftp';
  readonly label: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The folder at which the search begins, decoded; `/` if the address names none. */
  readonly path: string;
  /** `implicit` uses TLS from the first byte, as port 990 does; `explicit` requests it. */
  readonly security: 'none' | 'explicit' | 'implicit';
}

export interface HttpAddress {
  readonly kind: 'http';
  readonly label: string;
  /** Without user and password. */
  readonly url: URL;
  /** The header with the credentials, if the address contains a user. */
  readonly authorization: string | undefined;
}

export interface DriveAddress {
  readonly kind: 'drive';
  readonly label: string;
  readonly folderId: string;
  readonly credentialsPath: string;
}

export type SourceAddress = FolderAddress | FtpAddress | HttpAddress | S3Address | DriveAddress;

const wrong = ruleErrorIn('CAGED_SOURCE');

/**
 * Parses `CAGED_SOURCE`. Throws a `StartError` with one line that states what is wrong and repeats nothing of the
 * address, which may contain a password. Only the form is validated: the source is not contacted.
 */
export function parseSourceAddress(text: string): SourceAddress {
  const address = text.trim();
  if (address === '') throw wrong('está vazio: informe uma pasta ou um endereço');
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined) return folderAddress(resolve(address));
  const readAddress = readers[scheme];
  if (readAddress === undefined)
    throw wrong(
      'deve ser uma pasta ou começar com file://, ftp://, ftps://, http://, https://, s3:// ou gdrive://',
    );
  if (scheme !== 'file' && /^[^:]*:\/\/\//.test(address)) throw wrong('deve dizer o servidor');
  if (!URL.canParse(address)) throw wrong(unreadable);
  return readAddress(new URL(address));
}

const readers: Readonly<Record<string, (url: URL) => SourceAddress>> = {
  file: fileAddress,
  ftp: ftpAddress,
  ftps: ftpAddress,
  http: httpAddress,
  https: httpAddress,
  s3: (url) => s3Address(url, wrong),
  gdrive: driveAddress,
};

const folderAddress = (path: string): FolderAddress => ({ kind: 'folder', label: path, path });

function fileAddress(url: URL): FolderAddress {
  if (url.host !== '') throw wrong('deve ter três barras quando é uma pasta, como file:///pasta');
  try {
    return folderAddress(fileURLToPath(url));
  } catch {
    throw wrong('deve ser uma pasta como file:///pasta');
  }
}

function ftpAddress(url: URL): FtpAddress {
  const isSecure = url.protocol === 'ftps:';
  const port = Number(url.port || 21);
  const path = latin1OrDecoded(url.pathname).replace(/\/+$/, '') || '/';
  if (/[\r\n\0]/.test(path)) throw wrong('tem caracteres de controle no caminho');
  return {
    kind: 'ftp',
    label: `${url.protocol}//${url.host}${path === '/' ? '' : path}`,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    user: decoded(url.username, wrong) || 'anonymous',
    password: decoded(url.password, wrong) || (url.username === '' ? 'caged@localhost' : ''),
    path,
    security: isSecure ? (port === 990 ? 'implicit' : 'explicit') : 'none',
  };
}

// A path may be percent-encoded in latin-1, as the server's names are: %E7 for ç.
function latin1OrDecoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
  }
}

function httpAddress(url: URL): HttpAddress {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  const user = `${decoded(url.username, wrong)}:${decoded(url.password, wrong)}`;
  return {
    kind: 'http',
    label: `${bare.origin}${bare.pathname}`,
    url: bare,
    authorization:
      user === ':' ? undefined : `Basic ${Buffer.from(user, 'utf8').toString('base64')}`,
  };
}

function driveAddress(url: URL): DriveAddress {
  const example = 'gdrive://PASTA?credentials=/caminho/credenciais.json';
  const folderId = url.hostname;
  const credentials = url.searchParams.get('credentials') ?? '';
  if (!/^[\w-]+$/.test(folderId)) throw wrong(`deve ter o código da pasta, como ${example}`);
  if (credentials === '')
    throw wrong(`deve indicar onde estão as credenciais da conta de serviço, como ${example}`);
  return {
    kind: 'drive',
    label: `gdrive://${folderId}`,
    folderId,
    credentialsPath: isAbsolute(credentials) ? credentials : resolve(credentials),
  };
}
