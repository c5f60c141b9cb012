import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/support/free-port.ts';

export interface Keeper {
  readonly port: number;
  /** Kills it as a power cut would; its data remain. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

const needed =
  /^(zookeeper(-jute)?|slf4j-(api|nop|simple)|netty-.*|metrics-core|snappy-java|commons-cli|jackson-.*|jetty9-(server|servlet|http|io|security|util).*)(-[\d.].*)?\.jar$/;

/** Starts a ZooKeeper, which ClickHouse Keeper can replace, from a folder of Java archives as Debian has them. */
export async function startZooKeeper(archives: string): Promise<Keeper> {
  const folder = await mkdtemp(join(tmpdir(), 'zookeeper-'));
  const port = await freePort();
  const configuration = join(folder, 'zoo.cfg');
  await writeFile(
    configuration,
    [
      'tickTime=500',
      `dataDir=${join(folder, 'data')}`,
      `clientPort=${port}`,
      'clientPortAddress=127.0.0.1',
      'admin.enableServer=false',
      '4lw.commands.whitelist=ruok',
      '',
    ].join('\n'),
  );
  const path = (await readdir(archives))
    .filter((name) => needed.test(name))
    .map((name) => join(archives, name));
  let child: ReturnType<typeof spawn> | undefined;
  const start = async () => {
    child = spawn(
      'java',
      [
        '-Xmx256m',
        '-cp',
        path.join(':'),
        'org.apache.zookeeper.server.quorum.QuorumPeerMain',
        configuration,
      ],
      { stdio: ['ignore', 'ignore', 'ignore'] },
    );
    for (let turn = 0; turn < 300 && child.exitCode === null; turn++) {
      if (await answers(port)) return;
      await sleep(100);
    }
    throw new Error(`ZooKeeper did not start with the archives of ${archives}.`);
  };
  const stop = async () => {
    if (child === undefined || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    child = undefined;
  };
  const remove = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  await start();
  return { port, start, stop, remove };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('ruok'));
    let text = '';
    socket.on('data', (bytes) => (text += String(bytes)));
    socket.on('close', () => resolve(text === 'imok')).on('error', () => resolve(false));
  });
}
