import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { openReceiver, ShippedLog } from '../../platform/observability/log-receiver.ts';
import { unshipped } from '../../platform/observability/metrics.ts';
import { createLogger } from '../../process/installation/log.ts';
import { recordAct } from './audit.ts';
import { shipAudit, startShipping } from './ship-audit.ts';

const folder = mkdtempSync(join(tmpdir(), 'caged-ship-'));
const silent = createLogger({ write: () => undefined });
let port: number;
let server: Server | undefined;
let sockets: Socket[];
let received: string;

beforeEach(async () => {
  port = await freePort();
  [sockets, received] = [[], ''];
});
afterEach(() => stopListening());

function receive(socket: Socket) {
  sockets.push(socket);
  socket.on('data', (chunk) => (received += String(chunk)));
}

async function listen(listener = createServer(receive)) {
  server = listener.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/** A self-signed certificate for localhost. */
async function certificateOfLocalhost(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  return { key, cert };
}

async function stopListening() {
  for (const socket of sockets.splice(0)) socket.destroy();
  if (server === undefined) return;
  server.close();
  await once(server, 'close');
  server = undefined;
}

const linesOf = (text: string): { number: number; lost?: number; msg?: string; stream: string }[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const numbers = () => linesOf(received).map(({ number }) => number);

describe.each(testedStores())('the audit is sent elsewhere, in $dialect', ({ open }) => {
  const act = (db: Awaited<ReturnType<typeof open>>['db']) =>
    recordAct(db, {
      action: 'audit.exported',
      actor: { userId: null, address: '10.0.0.9' },
      details: { calls: 2 },
      at: new Date(),
    });

  test('to a file, each entry once and whole', async () => {
    const store = await open();
    const path = join(mkdtempSync(join(folder, 'to-')), 'audit.jsonl');
    const destination = `file:${path}`;
    const shipping = { store, receiver: openReceiver(destination), destination, logger: silent };
    for (let entry = 0; entry < 3; entry += 1) await act(store.db);
    await shipAudit(shipping);
    await act(store.db);
    expect(await unshipped(store.db)).toBe(1);
    // Of two concurrent processes, only one sends each entry.
    await Promise.all([shipAudit(shipping), shipAudit(shipping)]);
    expect(await unshipped(store.db)).toBe(0);
    const lines = linesOf(readFileSync(path, 'utf8'));
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(lines[0]).toMatchObject({
      stream: 'audit',
      action: 'audit.exported',
      address: expect.stringMatching(/^sha256:[\da-f]{64}$/),
      ip: '10.0.0.9',
      details: { calls: 2 },
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    });
  });

  test('waits in the database while the receiver is unreachable, and is sent when it is back', async () => {
    const store = await open();
    const destination = `tcp://127.0.0.1:${port}`;
    const receiver = openReceiver(destination);
    const shipping = { store, receiver, destination, logger: silent };
    const attempt = () =>
      shipAudit(shipping).then(
        () => 'sent',
        () => 'refused',
      );
    await act(store.db);
    await startShipping({ ...shipping, receiver: openReceiver(destination) })();
    await expect(shipAudit(shipping)).rejects.toThrow(/ECONNREFUSED/);
    expect(await unshipped(store.db)).toBe(1);
    await listen();
    await shipAudit(shipping);
    await expect.poll(numbers).toEqual([1]);
    await act(store.db);
    await shipAudit(shipping);
    await stopListening();
    await expect.poll(attempt).toBe('refused');
    await listen();
    received = '';
    await expect.poll(attempt).toBe('sent');
    // Lines that the broken connection may have lost are sent again.
    await expect.poll(numbers).toEqual([1, 2]);
    await act(store.db);
    await startShipping(shipping)();
    await expect.poll(numbers).toEqual([1, 2, 3]);
  });
});

async function sendByTls(host: string) {
  const receiver = openReceiver(`tls://${host}:${port}`);
  try {
    await receiver.send(['{"number":1}']);
  } finally {
    await receiver.close();
  }
}

test('a receiver with tls:// gets lines only under a trusted certificate with its name', async () => {
  const certificate = await certificateOfLocalhost();
  await listen(createTlsServer(certificate, receive));
  await expect(sendByTls('localhost')).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate.cert]);
  try {
    await sendByTls('localhost');
    await expect.poll(numbers).toEqual([1]);
    await expect(sendByTls('127.0.0.1')).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  } finally {
    setDefaultCACertificates(trusted);
  }
  expect(numbers()).toEqual([1]);
});

test('the log waits for its receiver without blocking requests, and counts the lines that it dropped', async () => {
  const own: string[] = [];
  const receiver = openReceiver(`tcp://127.0.0.1:${port}`);
  const shipped = new ShippedLog({ write: (line) => void own.push(line) }, receiver);
  const logger = createLogger(shipped);
  for (let line = 0; line < 10_500; line += 1) logger.info(`line ${line}`);
  expect(own).toHaveLength(10_500);
  await listen();
  await shipped.close();
  await expect.poll(() => linesOf(received)).toHaveLength(10_001);
  const lines = linesOf(received);
  expect(lines[0]).toMatchObject({ stream: 'log', lost: 500 });
  expect(lines[1]).toMatchObject({ stream: 'log', msg: 'line 500' });
  expect(lines.at(-1)?.msg).toBe('line 10499');
  rmSync(folder, { recursive: true });
});
