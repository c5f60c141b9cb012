// Runs ClickHouse as a server within this process until its parent ends; `clickhouse-server.ts` starts it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DataType, load, open } from 'ffi-rs';

// The last statement keeps `clickhouse local` from ending, about a month long.
const statements = `
  system start listen tcp;
  system start listen http;
  select count(sleepEachRow(1)) from numbers(3000000)
  settings max_block_size = 1, max_execution_time = 0,
    function_sleep_max_microseconds_per_block = 10000000;`;

const [configFile = '', path = '', httpPort = '', tcpPort = ''] = process.argv.slice(2);
const ownRequire = createRequire(createRequire(import.meta.url).resolve('chdb'));
const library = join(ownRequire.resolve('@chdb/lib-linux-x64-gnu/package.json'), '../libchdb.so');

const endNow = () => process.kill(process.pid, 'SIGKILL');
process.stdin.on('end', endNow).on('error', endNow).resume();

const args = [
  'clickhouse',
  `--config-file=${configFile}`,
  `--path=${path}`,
  `--http_port=${httpPort}`,
  `--tcp_port=${tcpPort}`,
  '--listen_host=127.0.0.1',
  `--query=${statements}`,
];
open({ library: 'chdb', path: library });
await load({
  library: 'chdb',
  funcName: 'query_stable_v2',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
  runInNewThread: true,
});
endNow();
