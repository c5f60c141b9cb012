import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../start-error.ts';

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
  /** The folder to begin at, decoded; `/` when the address names none. */
  readonly path: string;
  /** `implicit` speaks TLS from the first byte, as port 990 does; `explicit` asks for it. */
  readonly security: 'none' | 'explicit' | 'implicit';
}

export interface HttpAddress {
  readonly kind: 'http';
  readonly label: string;
  /** Without user and password. */
  readonly url: URL;
  /** The header that signs in, where the address carries a user. */
  readonly authorization: string | undefined;
}

export interface S3Address {
  readonly kind: 's3';
  readonly label: string;
  readonly endpoint: URL;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface DriveAddress {
  readonly kind: 'drive';
  readonly label: string;
  readonly folderId: string;
  readonly credentialsPath: string;
}

export type SourceAddress = FolderAddress | FtpAddress | HttpAddress | S3Address | DriveAddress;

type Wrong = (rule: string) => StartError;

const wrongIn =
  (variable: string): Wrong =>
  (rule) =>
    new StartError(`Configuração inválida: ${variable} ${rule}.`);
const wrong = wrongIn('CAGED_SOURCE');

/** Understands the address of a bucket in this variable, or throws a `StartError` as `parseSourceAddress` does. */
export function parseBucketAddress(text: string, variable: string): S3Address {
  const wrongThere = wrongIn(variable);
  if (!/^s3:\/\//i.test(text)) throw wrongThere('deve começar com s3://');
  if (!URL.canParse(text)) throw wrongThere(unreadable);
  return s3Address(new URL(text), wrongThere);
}

/**
 * Understands `CAGED_SOURCE`, or throws a `StartError` with one line that says what is wrong and repeats nothing of
 * the address, which may carry a password. Only the form is judged: nothing is asked of the source.
 */
export function parseSourceAddress(text: string): SourceAddress {
  const address = text.trim();
  if (address === '') throw wrong('está vazio: dê uma pasta ou um endereço');
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

const unreadable =
  'não é um endereço válido: escreva os sinais especiais do usuário e da senha em forma percentual (por exemplo, / como %2F)';

const readers: Readonly<Record<string, (url: URL) => SourceAddress>> = {
  file: fileAddress,
  ftp: ftpAddress,
  ftps: ftpAddress,
  http: httpAddress,
  https: httpAddress,
  s3: (url) => s3Address(url),
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

function decoded(text: string, wrongly: Wrong = wrong): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongly(unreadable);
  }
}

function ftpAddress(url: URL): FtpAddress {
  const isSecure = url.protocol === 'ftps:';
  const port = Number(url.port || 21);
  const path = latin1OrDecoded(url.pathname).replace(/\/+$/, '') || '/';
  if (/[\r\n\0]/.test(path)) throw wrong('tem sinais de controle no caminho');
  return {
    kind: 'ftp',
    label: `${url.protocol}//${url.host}${decodedLabel(path)}`,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    user: decoded(url.username) || 'anonymous',
    password: decoded(url.password) || (url.username === '' ? 'caged@localhost' : ''),
    path,
    security: isSecure ? (port === 990 ? 'implicit' : 'explicit') : 'none',
  };
}

// A path may be written with the bytes of latin-1, as the server's names are: %E7 for ç.
function latin1OrDecoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
  }
}

const decodedLabel = (path: string) => (path === '/' ? '' : path);

function httpAddress(url: URL): HttpAddress {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  const user = `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    kind: 'http',
    label: `${bare.origin}${bare.pathname}`,
    url: bare,
    authorization:
      user === ':' ? undefined : `Basic ${Buffer.from(user, 'utf8').toString('base64')}`,
  };
}

function s3Address(url: URL, wrongly: Wrong = wrong): S3Address {
  const example = 's3://CHAVE:SEGREDO@servidor/balde/pasta?region=sa-east-1';
  const [bucket = '', ...folders] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map((folder) => decoded(folder, wrongly));
  if (url.hostname === '' || bucket === '')
    throw wrongly(`deve dizer o servidor e o balde, como ${example}`);
  if (url.username === '' || url.password === '')
    throw wrongly(`deve trazer a chave e o segredo, como ${example}`);
  if (!/^[\w.-]+$/.test(bucket)) throw wrongly('tem um nome de balde inválido');
  const secure = url.searchParams.get('https') ?? '1';
  if (secure !== '0' && secure !== '1') throw wrongly('deve ter https=0 ou https=1');
  const endpoint = `${secure === '1' ? 'https' : 'http'}://${url.host}`;
  if (!URL.canParse(endpoint)) throw wrongly(unreadable);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  return {
    kind: 's3',
    label: `s3://${url.host}/${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`}`,
    endpoint: new URL(endpoint),
    region: url.searchParams.get('region') || 'us-east-1',
    bucket,
    prefix,
    accessKeyId: decoded(url.username, wrongly),
    secretAccessKey: decoded(url.password, wrongly),
  };
}

function driveAddress(url: URL): DriveAddress {
  const example = 'gdrive://PASTA?credentials=/caminho/credenciais.json';
  const folderId = url.hostname;
  const credentials = url.searchParams.get('credentials') ?? '';
  if (!/^[\w-]+$/.test(folderId)) throw wrong(`deve dizer o código da pasta, como ${example}`);
  if (credentials === '')
    throw wrong(`deve dizer onde estão as credenciais da conta de serviço, como ${example}`);
  return {
    kind: 'drive',
    label: `gdrive://${folderId}`,
    folderId,
    credentialsPath: isAbsolute(credentials) ? credentials : resolve(credentials),
  };
}
