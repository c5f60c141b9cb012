// Runs ClickHouse as a server within this process until its parent ends; `clickhouse-server.ts` starts it.
import { connect, createServer, type Socket } from 'node:net';
import { DataType, load, open } from 'ffi-rs';
import { setAddress, usualLibrary } from '../../bench/replicated/replicating-library.ts';

// The last statement keeps `clickhouse local` running for about a month; the engine checks on it every ten seconds.
const statements = `
  system start listen tcp;
  system start listen http;
  select count(sleepEachRow(1)) from numbers(3000000)
  settings max_block_size = 1, max_execution_time = 0, interactive_delay = 10000000,
    function_sleep_max_microseconds_per_block = 10000000;`;

/** The server listens at `ownHost`, and a proxy at `knownHost`, so that both can use the same port. */
const ownHost = '127.0.0.2';
const knownHost = '127.0.0.1';
/** Where a library with replication serves parts to its replicas. */
const partsHost = '127.0.0.3';

const [configFile = '', path = '', httpPort = '', tcpPort = '', library = usualLibrary()] =
  process.argv.slice(2);

const endNow = () => process.kill(process.pid, 'SIGKILL');
process.stdin.on('end', endNow).on('error', endNow).resume();

// The library ends the process when another server resets a connection, as every server does after a query failed on
// another one. This proxy closes such connections cleanly instead.
const between = createServer({ allowHalfOpen: true }, (outside) => {
  const inside = connect({ host: ownHost, port: Number(tcpPort), allowHalfOpen: true });
  passOn(outside, inside);
  passOn(inside, outside);
});
between.on('error', (error) => {
  process.stderr.write(`${String(error)}\n`);
  endNow();
});
between.listen(Number(tcpPort), knownHost);

function passOn(from: Socket, to: Socket): void {
  from.setNoDelay(true);
  from.on('data', (bytes) => {
    if (to.writable && !to.write(bytes)) from.pause();
  });
  to.on('drain', () => from.resume());
  const end = () => {
    from.resume();
    if (to.writable) to.end();
  };
  from.on('end', end).on('error', end).on('close', end);
  to.on('close', () => from.resume());
}

const args = [
  'clickhouse',
  `--config-file=${configFile}`,
  `--path=${path}`,
  `--http_port=${httpPort}`,
  `--tcp_port=${tcpPort}`,
  `--query=${statements}`,
];
open({ library: 'chdb', path: library });
if (library !== usualLibrary()) await setAddress(library, partsHost, Number(httpPort));
await load({
  library: 'chdb',
  funcName: 'query_stable_v2',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
  runInNewThread: true,
});
endNow();
