import { createReadStream, mkdtempSync, rmSync, statSync, type Stats } from 'node:fs';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { FileSystem, FtpSrv, type FtpConnection, type FtpServerOptions } from 'ftp-srv';
import { writeStored } from './folder-server.ts';
import { Faults, type TestServer } from './test-server.ts';

const root = '/pdet/microdados/NOVO CAGED';
const [user, password] = ['leitor', 'S3nha/secreta'];

/**
 * A real FTP server that behaves like MTE's: anonymous or named sign-in, Windows listing format, names in latin-1 and
 * with a space.
 */
export async function ftpServer(
  tls: NonNullable<FtpServerOptions['tls']> = false,
  refusedCommands: readonly string[] = [],
): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), 'caged-ftp-'));
  const faults = new Faults();
  const server = new FtpSrv({
    url: 'ftp://127.0.0.1:0',
    pasv_url: '127.0.0.1',
    pasv_min: 0,
    pasv_max: 0,
    anonymous: true,
    tls,
    log: quiet,
    file_format: (stat) => windowsLine(stat),
  });
  server.on('login', (data, resolve, reject) => {
    const isAnonymous = data.username === 'anonymous';
    if (!isAnonymous && (data.username !== user || data.password !== password)) {
      reject(new Error('Authentication failed'));
      return;
    }
    data.connection.encoding = 'latin1';
    resolve({
      fs: new FaultyFiles(data.connection, directory, faults),
      blacklist: ['OPTS', ...refusedCommands],
    });
  });
  let stopped: Promise<unknown> | undefined;
  await server.listen();
  const listener: unknown = Reflect.get(server, 'server');
  const bound = listener instanceof Server ? listener.address() : null;
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const place = (path: string) => join(directory, root, path);
  const base = `127.0.0.1:${port}`;
  return {
    faults,
    address: `ftp://${base}${encodeURI(root)}`,
    options: {},
    forbiddenAddress: `ftp://${user}:errada-demais@${base}${encodeURI(root)}`,
    missingAddress: `ftp://${user}:${encodeURIComponent(password)}@${base}/n%C3%A3o/h%C3%A1`,
    secrets: ['errada-demais', password, encodeURIComponent(password)],
    put: (path, file) => writeStored(place(path), file),
    remove: (path) => rmSync(place(path)),
    stop: async () => {
      stopped ??= server.close();
      await stopped;
    },
    clean: () => rmSync(directory, { recursive: true, force: true }),
  };
}

// The library adds listeners to the process signals for each server, and never removes them.
process.setMaxListeners(100);

const nothing = () => undefined;
const quiet = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: (): unknown => quiet,
};

// The declared type lacks the name, which the server adds.
const nameOf = (stat: Stats) => String(Reflect.get(stat, 'name'));

function windowsLine(stat: Stats): string {
  const [date = '', time = ''] = stat.mtime.toISOString().split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const hour = Number(time.slice(0, 2));
  const clock = `${String(hour % 12 || 12).padStart(2, '0')}:${time.slice(3, 5)}${hour < 12 ? 'AM' : 'PM'}`;
  const size = stat.isDirectory() ? '       <DIR>         ' : String(stat.size).padStart(21);
  return `${month}-${day}-${year.slice(2)}  ${clock}${size} ${nameOf(stat)}`;
}

class FaultyFiles extends FileSystem {
  readonly #directory: string;
  readonly #faults: Faults;

  constructor(connection: FtpConnection, directory: string, faults: Faults) {
    super(connection, { root: directory, cwd: '/' });
    this.#directory = directory;
    this.#faults = faults;
  }

  override async read(name: string, { start = 0 }: { start?: number } = {}): Promise<unknown> {
    const path = join(this.#directory, posix.resolve(this.cwd, name));
    statSync(path);
    this.#faults.starts.push(start);
    return { stream: Readable.from(this.#chunks(path, start)), clientPath: name };
  }

  async *#chunks(path: string, start: number): AsyncGenerator<Buffer> {
    const cut = this.#faults.cuts.shift() ?? Infinity;
    let sent = 0;
    for await (const chunk of createReadStream(path, { start })) {
      if (sent > cut) throw new Error('cut');
      const bytes: Buffer = chunk;
      yield bytes;
      sent += bytes.length;
      if (this.#faults.isSilent) await new Promise(nothing);
    }
  }
}
