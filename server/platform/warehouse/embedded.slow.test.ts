import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openEmbeddedWarehouse } from './embedded.ts';
import type { Warehouse } from './warehouse.ts';

const failing = `select throwIf(number = 90000) as stale, number from numbers(100000)
  settings max_block_size = 1000`;
const endless = 'select count() from numbers(100000000000) where sipHash64(number) = 1';

let directory: string;
let warehouse: Warehouse;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  warehouse = await openEmbeddedWarehouse(directory, 1);
});
afterAll(async () => {
  await warehouse.close();
  await rm(directory, { recursive: true });
});

/** Timeout of a process that hangs. */
const timeoutMs = 300_000;

/** Runs a program in another process, which has opened a warehouse as `warehouse`. */
async function inAnotherProcess(
  storeDirectory: string,
  program: string,
  [command, ...before]: readonly [string, ...string[]] = [process.execPath],
) {
  const source = `
    import { openEmbeddedWarehouse } from ${JSON.stringify(new URL('embedded.ts', import.meta.url))};
    try {
      const warehouse = await openEmbeddedWarehouse(process.argv[1]);
      ${program}
    } catch (error) {
      console.log(error.name);
    }`;
  const args = [...before, '--input-type=module', '--eval', source, storeDirectory];
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (errors += String(text)));
  const [code, signal] = await once(child, 'close');
  return { code, hangs: signal === 'SIGKILL', output: output.trim(), errors };
}

test('a single connection returns leftovers of a failed query', async () => {
  const session = new Session(directory);
  await session.queryAsync(failing, { format: 'JSONEachRow' }).catch(() => {});
  const answer = await session.queryAsync('select 1 as x', { format: 'JSONEachRow' });
  session.close();
  expect(answer.text()).toContain('stale');
});

test('the warehouse returns the right rows after a failed query', async () => {
  for (let time = 0; time < 20; time += 1) {
    await expect(warehouse.rows({ text: failing })).rejects.toMatchObject({ engineCode: 395 });
    expect(await warehouse.rows({ text: 'select 1 as x' })).toEqual([{ x: 1 }]);
  }
});

test('a caller that gives up while it waits for a connection never reaches the engine', async () => {
  const holding = new AbortController();
  const holder = warehouse.rows({ text: endless }, { signal: holding.signal });
  const waiting = warehouse.rows({ text: 'select 1 as x' }, { timeoutMs: 100 });
  const patient = warehouse.rows({ text: 'select 2 as x' });
  await expect(waiting).rejects.toMatchObject({ engineCode: 159 });
  holding.abort(new Error('done holding'));
  await expect(holder).rejects.toThrow('done holding');
  expect(await patient).toEqual([{ x: 2 }]);
});

test('a long load does not block queries', async () => {
  const enough = new AbortController();
  const text = `
    insert into function null() select sleepEachRow(0.01) from numbers(100000)
    settings max_block_size = 100`;
  const loading = warehouse.run({ text }, { signal: enough.signal });
  loading.catch(() => {});
  // Behind the load, the query would exceed its timeout.
  expect(await warehouse.rows({ text: 'select 1 as x' })).toEqual([{ x: 1 }]);
  enough.abort(new Error('enough'));
  await expect(loading).rejects.toThrow('enough');
});

test('a stream plans its query off the event loop', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 5);
  const text = `select (select count() from numbers(60000000) where sipHash64(number) = 1) as c`;
  for await (const rows of warehouse.stream({ text })) expect(rows).toEqual([{ c: 0 }]);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
});

test('a second process learns that the directory is in use', async () => {
  const { output } = await inAnotherProcess(directory, `console.log('opened');`);
  expect(output).toBe('WarehouseBusyError');
});

test('a process that cannot see the one that has the directory open learns it from the lock', async () => {
  const status = join(directory, 'status');
  const written = await readFile(status, 'utf8');
  // As in another container, where the process ID has no meaning.
  await writeFile(status, written.replace(/\d+/, '999999999'));
  const { output } = await inAnotherProcess(directory, `console.log('opened');`);
  await writeFile(status, written);
  expect(output).toBe('WarehouseBusyError');
});

test('a directory without named pipes is refused with a sentence, and leaves the engine closed', async () => {
  const other = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  onTestFinished(() => rm(other, { recursive: true }));
  const { output } = await inAnotherProcess(
    join(other, 'first'),
    `await warehouse.close();
    const { PATH } = process.env;
    // Without the program that creates pipes.
    process.env.PATH = '/nowhere';
    const refused = openEmbeddedWarehouse(${JSON.stringify(join(other, 'second'))});
    console.log(await refused.catch(({ name, message }) => name + ' ' + message));
    process.env.PATH = PATH;
    // The engine has one directory per process.
    const third = await openEmbeddedWarehouse(${JSON.stringify(join(other, 'third'))});
    console.log(await third.rows({ text: 'select 1 as x' }));
    await third.close();`,
  );
  expect(output).toMatch(
    /^StartError Não foi possível criar os pipes nomeados .*\n\[ \{ x: 1 \} \]$/,
  );
});

test('a directory with braces in its path is refused with a sentence', async () => {
  const braces = join(directory, 'of {one}');
  await expect(openEmbeddedWarehouse(braces)).rejects.toThrow('não pode ter chaves');
});

const hasNamespaces = spawnSync('unshare', ['-r', 'true']).status === 0;

test.runIf(hasNamespaces)('queries of each priority work in a user namespace', async () => {
  const other = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  onTestFinished(() => rm(other, { recursive: true }));
  // As root of an unprivileged container: with all capabilities, and without the right to raise a priority.
  const { output } = await inAnotherProcess(
    other,
    `for (const lane of ['short', 'medium', 'long', 'short']) {
      const text = 'select count() as c from numbers_mt(20000000) where sipHash64(number) = 1';
      await warehouse.rows({ text }, { lane, threads: 2, timeoutMs: 300_000 });
      console.log(lane);
    }
    await warehouse.close();`,
    ['unshare', '-r', process.execPath],
  );
  expect(output.split('\n')).toEqual(['short', 'medium', 'long', 'short']);
});

test('a process may exit in the middle of a query and of a stream', async () => {
  const other = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  const { code, output } = await inAnotherProcess(
    other,
    `warehouse.rows({ text: ${JSON.stringify(endless)} }).catch(() => {});
    for await (const rows of warehouse.stream({ text: 'select * from numbers(100000000000)' })) {
      console.log(Date.now());
      process.exit(7);
    }`,
  );
  const exitedMs = Date.now() - Number(output);
  await rm(other, { recursive: true });
  expect(code).toBe(7);
  expect(exitedMs).toBeLessThan(20_000);
});

test('a process that exits runs its other listeners, and prints an error that nothing caught', async () => {
  const other = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  const exits = await inAnotherProcess(
    other,
    `process.on('exit', (code) => console.log('left with', code));
    process.exit(7);`,
  );
  expect(exits).toMatchObject({ code: 7, output: 'left with 7' });
  const fails = await inAnotherProcess(
    other,
    `setImmediate(() => { throw new Error('not caught'); });
    await new Promise(() => {});`,
  );
  await rm(other, { recursive: true });
  expect(fails.code).toBe(1);
  expect(fails.errors).toContain('Error: not caught');
});

test('a process may exit while a load waits for its turn', async () => {
  const other = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  const { code } = await inAnotherProcess(
    other,
    `const statement = (source) => 'select sleepEachRow(3), line from ' + source;
    for (let load = 0; load < 4; load += 1) {
      const text = async function* () { yield Buffer.from('linha\\n'); };
      const into = (source) => ({ text: 'insert into function null() ' + statement(source) });
      warehouse.load({ text: text(), statement: into }).catch(() => {});
    }
    const running = async () => (await warehouse.rows({ text: 'select query from system.processes' })).length;
    while ((await running()) < 4) await new Promise(setImmediate);
    process.exit(7);`,
  );
  await rm(other, { recursive: true });
  expect(code).toBe(7);
});

/** Starts to load a text that never arrives, until the signal aborts. */
const heldLoad = `
  const { Readable } = process.getBuiltinModule('stream');
  const held = (signal) => {
    const text = async function* () {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const into = (source) => ({ text: 'insert into function null() select line from ' + source });
    return warehouse.load({ text: Readable.from(text()), statement: into, limits: { signal } });
  };`;

test('a load that is stopped before the engine has opened its text holds up nothing', async () => {
  const other = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  const { code, output } = await inAnotherProcess(
    other,
    `${heldLoad}
    const results = [];
    for (const ms of [0, 0, 0, 1, 1, 1, 2, 2, 3, 5, 8, 30]) {
      const abort = new AbortController();
      setTimeout(() => abort.abort(new Error('stopped')), ms);
      results.push(await held(abort.signal).catch((error) => error.message));
    }
    await warehouse.close();
    console.log(JSON.stringify([...new Set(results)]));`,
  );
  await rm(other, { recursive: true });
  expect(code).toBe(0);
  expect(JSON.parse(output)).toEqual(['stopped']);
});

// An engine stopped in the middle of a query may fail during its teardown: only the end of the process counts.

test.for([
  ['at once', 'process.exit(7)'],
  ['a moment later', 'setImmediate(() => process.exit(7))'],
  ['once the engine waits for it', 'setTimeout(() => process.exit(7), 50)'],
  [
    'when it has heard nothing for a while',
    `setImmediate(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      process.exit(7);
    })`,
  ],
])('a process whose loads wait for their text may exit %s', async ([, exit]) => {
  const other = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  const { hangs } = await inAnotherProcess(
    other,
    `${heldLoad}
    for (let load = 0; load < 4; load += 1) held(new AbortController().signal).catch(() => {});
    ${exit};`,
  );
  await rm(other, { recursive: true });
  expect(hangs).toBe(false);
});

test('a process may exit before the engine has begun a stream', async () => {
  const other = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  const { hangs } = await inAnotherProcess(
    other,
    `const stream = warehouse.stream({ text: 'select * from numbers(100000000000)' });
    stream.next().catch(() => {});
    setImmediate(() => process.exit(7));`,
  );
  await rm(other, { recursive: true });
  expect(hangs).toBe(false);
});

test('closes once, after what still runs, and then refuses', async () => {
  const other = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  const { code, output } = await inAnotherProcess(
    other,
    `const running = warehouse.rows({ text: 'select count(sleepEachRow(0.01)) as x from numbers(50)' });
    const giveUp = new AbortController();
    const aborted = warehouse.rows({ text: ${JSON.stringify(endless)} }, { signal: giveUp.signal });
    setTimeout(() => giveUp.abort(new Error('given up')), 100);
    const [answer, reason] = await Promise.all([
      running, aborted.catch((error) => error.message), warehouse.close(), warehouse.close(),
    ]);
    const refusal = await warehouse.rows({ text: 'select 1' }).catch((error) => error.message);
    const again = await openEmbeddedWarehouse(process.argv[1]);
    const [row] = await again.rows({ text: 'select 1 as x' });
    await again.close();
    console.log(JSON.stringify([answer, reason, refusal, row]));`,
  );
  await rm(other, { recursive: true });
  expect(code).toBe(0);
  expect(JSON.parse(output)).toEqual([
    [{ x: 50 }],
    'given up',
    'The warehouse is closed.',
    { x: 1 },
  ]);
});

test('if no more files can be opened, queries and loads are refused, a stopped one ends later, and the process continues', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'warehouse-files-'));
  const { code, output } = await inAnotherProcess(
    folder,
    `
      const { openSync, closeSync } = process.getBuiltinModule('fs');
      const { setTimeout: sleep } = process.getBuiltinModule('timers/promises');
      const running = async () => (await warehouse.rows({ text: 'select query from system.processes' })).length;
      const abort = new AbortController();
      const stopped = warehouse.rows({ text: ${JSON.stringify(endless)} }, { signal: abort.signal })
        .catch((error) => error.message);
      while ((await running()) < 2) await sleep(20);
      const load = () => warehouse.load({
        text: (async function* () { yield Buffer.from('linha\\n'); })(),
        statement: (source) => ({ text: 'insert into function null() select line from ' + source }),
      });
      const files = [];
      try {
        for (;;) files.push(openSync('/dev/null', 'r'));
      } catch {}
      const refused = await warehouse.rows({ text: 'select 1 as x' }).catch((error) => error);
      const refusedLoad = await load().then(() => 'loaded', () => 'refused');
      abort.abort(new Error('gone'));
      const results = [refused.name, refusedLoad, await stopped];
      await sleep(600);
      for (const file of files) closeSync(file);
      for (let after = 0; after < 6; after += 1) await load();
      console.log(JSON.stringify([...results, ...await warehouse.rows({ text: 'select 1 as x' })]));
      await warehouse.close();`,
  );
  await rm(folder, { recursive: true });
  expect({ code, output }).toEqual({
    code: 0,
    output: '["WarehouseError","refused","gone",{"x":1}]',
  });
});

test('leaves no pipe behind when it is closed', async () => {
  const own = await mkdtemp(join(tmpdir(), 'warehouse-pipes-'));
  const ended = await inAnotherProcess(
    own,
    `const { readdirSync } = await import('node:fs');
     const { join } = await import('node:path');
     const before = readdirSync(join(process.argv[1], 'pipes')).length;
     await warehouse.close();
     console.log(before > 0, readdirSync(process.argv[1]).includes('pipes'));`,
  );
  expect(JSON.stringify(ended)).toContain('true false');
  await rm(own, { recursive: true });
});
