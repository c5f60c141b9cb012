import { copyFile, open, readFile, type FileHandle } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DataType, load, open as openLibrary } from 'ffi-rs';

/**
 * The engine's library has the whole code of Replicated tables, but no statement that opens the port from which
 * replicas fetch parts: `SYSTEM START LISTEN` supports only TCP and HTTP. Only a server's main program, which the
 * library lacks, sets the address, the scheme and the credentials of that port. This module changes three places in a
 * copy of the file:
 *
 * - the function that returns this server's address returns the content of `place`, and sets the scheme `http`;
 * - the second opened HTTP listener (each `listen_host` has one) serves parts instead of queries;
 * - a fetch uses empty credentials if none were set.
 *
 * Everything else, from the registration in Keeper to the fetch itself, is the engine's own. Offsets are for one
 * version of the library; `makeReplicatingLibrary` refuses any other.
 */
const addressFunction = 0x1417c9c0;
const handlerFunction = 0x18395cc0;
const handlerCall = 0xf117ff6;
const credentialsRead = 0x179c6000;
/** Difference between the address and the file offset of the code segment. */
const segmentShift = 0x1000;
/** After the library's own variables, within their last page. */
const place = 0x22b98880;
const layout = { counter: 0, host: 16, port: 40, name: 48, nameText: 80, credentials: 128 };

const expected = {
  [addressFunction]: '4156534883ec484c8b36490f',
  [handlerCall]: 'e8c5dc2709',
  [credentialsRead]: '488b83c0000000',
} as const;

/** Writes the changed copy; throws if the library is of another version. */
export async function makeReplicatingLibrary(target: string): Promise<void> {
  await copyFile(usualLibrary(), target);
  const file = await open(target, 'r+');
  try {
    for (const [address, bytes] of Object.entries(expected)) {
      const found = Buffer.alloc(bytes.length / 2);
      await file.read(found, 0, found.length, Number(address) - segmentShift);
      if (found.toString('hex') !== bytes) {
        throw new Error('The library is not the version (26.7.2.1) whose places are known here.');
      }
    }
    await write(file, addressFunction, addressCode());
    await write(file, handlerThunk, handlerCode());
    await write(file, handlerCall, hex('e8', near(handlerThunk, handlerCall + 5)));
    await write(
      file,
      credentialsRead,
      hex('488d05', near(place + layout.credentials, credentialsRead + 7)),
    );
  } finally {
    await file.close();
  }
}

export function usualLibrary(): string {
  const ownRequire = createRequire(createRequire(import.meta.url).resolve('chdb'));
  return join(ownRequire.resolve('@chdb/lib-linux-x64-gnu/package.json'), '../libchdb.so');
}

/** After the code that replaces the longer address function. */
const handlerThunk = addressFunction + 64;

/** `std::pair<String, UInt16> f(Context & rsi)`, into rdi. */
const addressCode = () =>
  hex(
    ['488d05', near(place + layout.host, addressFunction + 7)],
    '488b0e', // rcx: what all contexts share
    'c7817001000068747470c6818701000004', // its scheme: "http"
    'c5f81000c5f81107488b481048894f10', // the host's 24 bytes
    '0fb7481866894f18', // the port
    '4889f8c3',
  );

/** From the second call on, the fourth argument is the name of the other handler. */
const handlerCode = () =>
  hex(
    ['488d05', near(place + layout.counter, handlerThunk + 7)],
    'ff008338017407',
    ['488d0d', near(place + layout.name, handlerThunk + 21)],
    ['e9', near(handlerFunction, handlerThunk + 26)],
  );

/** The relative offset from the end of an instruction, as the instruction encodes it. */
function near(target: number, end: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(target - end);
  return bytes.toString('hex');
}

const hex = (...parts: readonly (string | readonly string[])[]) =>
  Buffer.from(parts.flat().join(''), 'hex');

const write = (file: FileHandle, address: number, bytes: Buffer) =>
  file.write(bytes, 0, bytes.length, address - segmentShift);

/** Sets, in an opened copy in this process, the address at which it serves parts. */
export async function setAddress(library: string, host: string, port: number): Promise<void> {
  const maps = await readFile('/proc/self/maps', 'utf8');
  const first = maps.split('\n').find((line) => line.endsWith(library) && / 00000000 /.test(line));
  if (first === undefined) throw new Error(`${library} is not open.`);
  const at = BigInt(`0x${first.split('-')[0]}`) + BigInt(place);
  const bytes = Buffer.alloc(layout.credentials);
  bytes.write(host, layout.host);
  bytes[layout.host + 23] = host.length;
  bytes.writeUInt16LE(port, layout.port);
  const handler = 'InterserverIOHTTPHandler-factory';
  bytes.writeBigUInt64LE(at + BigInt(layout.nameText), layout.name);
  bytes.writeBigUInt64LE(BigInt(handler.length), layout.name + 8);
  bytes.writeBigUInt64LE(0x8000_0000_0000_0028n, layout.name + 16);
  bytes.write(handler, layout.nameText);
  openLibrary({ library: 'libc', path: 'libc.so.6' });
  load({
    library: 'libc',
    funcName: 'memcpy',
    retType: DataType.Void,
    paramsType: [DataType.BigInt, DataType.U8Array, DataType.I64],
    paramsValue: [at, bytes, bytes.length],
  });
}
