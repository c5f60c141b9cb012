import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startClickHouseServer } from '../../../tests/support/clickhouse-server.ts';
import { wholeColumns } from './native-columns.ts';
import { openWarehouse } from './open.ts';
import { type SqlValue, type Warehouse, WarehouseError } from './warehouse.ts';

const sides = [
  {
    name: 'embedded',
    open: async (directory: string) => {
      const warehouse = await openWarehouse({ clickhouseUrl: undefined, directory });
      return { warehouse, stop: () => warehouse.close() };
    },
  },
  {
    name: 'server',
    open: async (directory: string) => {
      const server = await startClickHouseServer();
      const warehouse = await openWarehouse({ clickhouseUrl: server.url, directory });
      const stop = async () => {
        await warehouse.close();
        await server.stop();
      };
      return { warehouse, stop };
    },
  },
];

const nasty = `a'b"c\\d\ne\tf\r\0gé漢🙂{x:String} ; -- /* \\N`;

const parameters: readonly (readonly [type: string, value: SqlValue])[] = [
  ['String', nasty],
  ['String', ''],
  ['String', 'null'],
  ['LowCardinality(String)', 'x'],
  ['Nullable(String)', null],
  ['Nullable(String)', nasty],
  ['UInt32', 4294967295],
  ['Int64', -9007199254740991],
  ['Float64', 0.1],
  ['Float64', 1e21],
  ['Bool', true],
  ['Bool', false],
  ['Date', '2024-02-29'],
  ['Array(UInt32)', []],
  ['Array(UInt32)', [1, 2, 3]],
  ['Array(UInt32)', Array.from({ length: 20_000 }, (_, index) => index)],
  ['Array(String)', [nasty, '', "'"]],
  ['Array(Nullable(Float64))', [null, 1.5]],
  ['Array(Bool)', [true, false]],
  ['Array(Date)', ['2024-02-29']],
  ['Array(Array(String))', [['a', nasty], []]],
];

const letters = 'abcdefghij'.split('');

/** Lines of each letter in one buffer. It is longer than a pipe and the buffers of a request. */
async function* overwriting(): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(300_000);
  for (const letter of letters) {
    chunk.fill(`${letter.repeat(99)}\n`);
    yield chunk;
    chunk.fill('x');
  }
}

// Throws at a line that is `bad`.
const checkedLines = (source: string) => ({
  text: `insert into function null('x UInt8') select throwIf(line = 'bad') from ${source}`,
});

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

async function* slowly() {
  for (let n = 0; n < 5; n++) {
    yield Buffer.from(`${n}\n`);
    await sleep(50);
  }
}

const intoSlow = (source: string) => ({ text: `insert into slow select line from ${source}` });

async function* breakingOff() {
  yield Buffer.from('good\n');
  throw new Error('broken off');
}

describe.each(sides)('the $name warehouse', ({ open }) => {
  let directory: string;
  let warehouse: Warehouse;
  let stop: () => Promise<void>;
  let lastMarker = 4_000_000_000;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
    ({ warehouse, stop } = await open(join(directory, 'store')));
  });
  afterAll(async () => {
    await stop();
    await rm(directory, { recursive: true });
  });

  /** An endless query, and a way to check whether the engine is running it. */
  function endless() {
    const marker = (lastMarker += 1);
    const text = `select number from numbers(100000000000) where sipHash64(number) = ${marker}`;
    const isRunning = async () => {
      const running = await warehouse.rows({
        text: `select 1 from system.processes where query like '%= ${marker}%'
          and query not like '%system.processes%'`,
      });
      return running.length > 0;
    };
    return { sql: { text }, isRunning };
  }

  async function write(name: string, text: string): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, text);
    return path;
  }

  test('gives rows with numbers as numbers', async () => {
    const text = `select toInt64(9007199254740991) as whole, toDecimal64('12.30', 2) as money,
      toDate('2024-02-29') as day, cast(null as Nullable(UInt8)) as nothing, [1, 2]::Array(UInt64) as list,
      true as flag, 'é' as word, toDateTime('2024-01-02 03:04:05') as moment`;
    expect(await warehouse.rows({ text })).toEqual([
      {
        whole: 9007199254740991,
        money: 12.3,
        day: '2024-02-29',
        nothing: null,
        list: [1, 2],
        flag: true,
        word: 'é',
        moment: '2024-01-02 03:04:05',
      },
    ]);
  });

  test('gives no rows as an empty list', async () => {
    expect(await warehouse.rows({ text: 'select 1 as x where 1 = 0' })).toEqual([]);
  });

  test.each(parameters)('binds %s', async (type, value) => {
    const sql = { text: `select {x:${type}} as x`, params: { x: value } };
    expect(await warehouse.rows(sql)).toEqual([{ x: value }]);
  });

  test('refuses a statement that lacks its parameter, even after others that had it', async () => {
    const text = 'select {lacking:String} as x';
    for (let time = 0; time < 8; time += 1) {
      await warehouse.rows({ text, params: { lacking: 'old' } });
    }
    await expect(warehouse.rows({ text })).rejects.toMatchObject({ engineCode: 456 });
  });

  test.each([
    [62, 'selec 1'],
    [60, 'select * from no_such_table'],
    [395, 'select throwIf(number = 90000) from numbers(100000) settings max_block_size = 1000'],
  ])('fails with the engine code %i', async (engineCode, text) => {
    const failure = warehouse.rows({ text });
    await expect(failure).rejects.toBeInstanceOf(WarehouseError);
    await expect(failure).rejects.toMatchObject({ engineCode });
    expect(await warehouse.rows({ text: 'select 1 as x' })).toEqual([{ x: 1 }]);
  });

  test('gives a big answer whole and in order', async () => {
    const rows = await warehouse.rows<{ n: number; s: string }>({
      text: `select number as n, concat('word ', toString(number), '\\n') as s from numbers(300000)`,
    });
    expect(rows).toHaveLength(300_000);
    expect(rows.every(({ n, s }, index) => n === index && s === `word ${index}\n`)).toBe(true);
  });

  test('streams in chunks, with parameters', async () => {
    let expected = 0;
    let chunks = 0;
    const text = `with (select {step:UInt8}) as step select number * step as n, {word:String} as w
      from numbers(200000) order by n`;
    const params = { step: 3, word: nasty };
    for await (const rows of warehouse.stream<{ n: number; w: string }>({ text, params })) {
      chunks += 1;
      for (const { n, w } of rows) {
        if (n !== expected || w !== nasty) throw new Error(`${n} ${w} where ${expected} was due`);
        expected += 3;
      }
    }
    expect(expected).toBe(600_000);
    expect(chunks).toBeGreaterThan(5);
  });

  test('waits for a slow reader of a stream and ends the query when the reader leaves', async () => {
    const marker = (lastMarker += 1);
    const text = `select number from numbers(10000000000) where number != ${marker}`;
    const readRows = async () => {
      const [query] = await warehouse.rows<{ rows: number }>({
        text: `select read_rows as rows from system.processes where query like '%!= ${marker}%'
          and query not like '%system.processes%'`,
      });
      return query?.rows;
    };
    for await (const rows of warehouse.stream({ text })) {
      expect(rows.length).toBeGreaterThan(0);
      await sleep(500);
      expect(await readRows()).toBeLessThan(20_000_000);
      break;
    }
    await expect.poll(readRows).toBeUndefined();
  });

  test('a failing stream throws the code of the engine', async () => {
    const text = `select throwIf(number = 900000) as x, number from numbers(1000000)
      settings max_block_size = 1000`;
    const read = async () => {
      for await (const rows of warehouse.stream({ text })) expect(rows.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toMatchObject({ engineCode: 395 });
  });

  test('writes rows as a Brazilian spreadsheet opens them', async () => {
    const text = `select number as n, {word:String} as w, concat('linha ', toString(number)) as l
      from numbers(100000) order by n`;
    const word = 'diz "sim"; é\nassim';
    const read = await bytesOf(warehouse.bytes({ text, params: { word } }, 'csv'));
    const quoted = '"diz ""sim""; é\nassim"';
    const lines = Array.from({ length: 100_000 }, (_, n) => `${n};${quoted};"linha ${n}"\r\n`);
    expect(read.toString('utf8') === lines.join('')).toBe(true);
  });

  const columnsOf = (text: string) => bytesOf(warehouse.bytes({ text }, 'columns'));

  test('writes rows as lists of cells, numbers as numbers', async () => {
    const text = `select 'é "x"' as s, 1518.07 as m, cast(null as Nullable(UInt8)) as u`;
    const read = await bytesOf(warehouse.bytes({ text }, 'cells'));
    expect(JSON.parse(read.toString('utf8'))).toEqual(['é "x"', 1518.07, null]);
    const none = await bytesOf(warehouse.bytes({ text: 'select 1 where 1 = 0' }, 'cells'));
    expect(none).toHaveLength(0);
  });

  test('returns whole columns of numbers, in any number of blocks', async () => {
    const text = `select toInt8(number % 3 - 1) as sign, toUInt8(number) as small, toUInt16(number) as middle,
        toUInt32(number * 40000) as large
      from numbers({rows:UInt32})`;
    const pieces: Uint8Array[] = [];
    const read = warehouse.bytes({ text, params: { rows: 100_001 } }, 'columns');
    for await (const piece of read) pieces.push(piece);
    const { rows: length, column } = wholeColumns(pieces);
    const whole = (name: string) => [...column(name)];
    const rows = Array.from({ length: 100_001 }, (_, row) => row);
    expect(length).toBe(100_001);
    expect(whole('sign')).toEqual(rows.map((row) => (row % 3) - 1));
    expect(whole('small')).toEqual(rows.map((row) => row % 256));
    expect(whole('middle')).toEqual(rows.map((row) => row % 65_536));
    expect(whole('large')).toEqual(rows.map((row) => row * 40_000));
  });

  test('accepts parameters that are too long for a server address, in every kind of call', async () => {
    const many = Array.from({ length: 12_000 }, (_, n) => `${nasty} ${n}`);
    const sql = (answer: string) => ({
      text: `select ${answer} from (select {many:Array(String)} as many)`,
      params: { many },
    });
    const end = 'toUInt8(endsWith(many[-1], {last:String})) as isWhole';
    const whole = {
      ...sql(`toUInt32(length(many)) as size, ${end}`),
      params: { many, last: ' 11999' },
    };
    expect(await warehouse.rows(whole)).toEqual([{ size: 12_000, isWhole: 1 }]);
    const { column } = wholeColumns([await bytesOf(warehouse.bytes(whole, 'columns'))]);
    expect([...column('size')]).toEqual([12_000]);
    expect((await bytesOf(warehouse.bytes(whole, 'csv'))).toString()).toBe('12000;1\r\n');
    await warehouse.run({
      text: 'create table long_texts (text String) engine MergeTree order by text',
    });
    await warehouse.run({
      ...sql(''),
      text: 'insert into long_texts select arrayJoin({many:Array(String)})',
    });
    const text =
      'select uniqExact(text) as texts from long_texts where text in {many:Array(String)}';
    expect(await warehouse.rows({ text, params: { many } })).toEqual([{ texts: 12_000 }]);
    await expect(bytesOf(warehouse.bytes(sql('throwIf(1)'), 'csv'))).rejects.toMatchObject({
      engineCode: 395,
    });
  });

  test('answers no columns of no rows, and none of other types', async () => {
    const none = wholeColumns([await columnsOf('select toUInt8(1) as one where 1 = 0')]);
    expect([none.rows, [...none.column('one')]]).toEqual([0, []]);
    const texts = await columnsOf(`select 'a' as letter`);
    expect(() => wholeColumns([texts])).toThrow('type String');
    const numbers = await columnsOf('select toUInt32(number) as n from numbers(9)');
    expect(() => wholeColumns([numbers.subarray(0, -1)])).toThrow('too early');
    const bytewise = Array.from(numbers, (byte) => Uint8Array.of(byte));
    expect([...wholeColumns(bytewise).column('n')]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    await expect(columnsOf('select throwIf(1)')).rejects.toMatchObject({
      engineCode: 395,
    });
  });

  test.each([1000, 900_000])('failing bytes throw the code of the engine, row %i', async (row) => {
    const text = `select throwIf(number = ${row}) as x, number, 'some text' from numbers(1000000)
      settings max_block_size = 1000`;
    await expect(bytesOf(warehouse.bytes({ text }, 'csv'))).rejects.toMatchObject({
      engineCode: 395,
    });
  });

  test('a slow reader receives the code of the engine too', async () => {
    const text = `select throwIf(number = 50000) as x, number, 'some text' from numbers(100000)
      settings max_block_size = 1000`;
    const readSlowly = async () => {
      for await (const chunk of warehouse.bytes({ text }, 'csv')) {
        await sleep(20);
        expect(chunk.length).toBeGreaterThan(0);
      }
    };
    await expect(readSlowly()).rejects.toMatchObject({ engineCode: 395 });
  });

  test('bytes wait for a slow reader and end when the reader leaves', async () => {
    const marker = (lastMarker += 1);
    const text = `select number from numbers(10000000000) where number != ${marker}`;
    const readRows = async () => {
      const [query] = await warehouse.rows<{ rows: number }>({
        text: `select read_rows as rows from system.processes where query like '%!= ${marker}%'
          and query not like '%system.processes%'`,
      });
      return query?.rows;
    };
    for await (const chunk of warehouse.bytes({ text }, 'csv')) {
      expect(chunk.length).toBeGreaterThan(0);
      await sleep(500);
      expect(await readRows()).toBeLessThan(20_000_000);
      break;
    }
    await expect.poll(readRows).toBeUndefined();
  });

  test('a stream rejects with the reason of the abort', async () => {
    const { sql, isRunning } = endless();
    const abort = new AbortController();
    const read = async () => {
      for await (const rows of warehouse.stream(sql, { signal: abort.signal })) {
        expect(rows).toEqual([]);
      }
    };
    const reading = read();
    reading.catch(() => {});
    await expect.poll(isRunning).toBe(true);
    const reason = new Error('enough');
    abort.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await expect.poll(isRunning).toBe(false);
  });

  test('answers a ping while queries occupy all slots', async () => {
    const leaving = new AbortController();
    const queries = Array.from({ length: 40 }, () =>
      warehouse.rows(endless().sql, { signal: leaving.signal }).catch(() => undefined),
    );
    await warehouse.ping({ timeoutMs: 20_000 });
    leaving.abort(new Error('seen enough'));
    await Promise.all(queries);
  });

  test('runs statements without an answer', async () => {
    await warehouse.run({ text: 'create table remaining (n UInt32) engine MergeTree order by n' });
    await warehouse.run({
      text: 'insert into remaining select number from numbers({many:UInt32})',
      params: { many: 10 },
    });
    await warehouse.run({
      text: 'delete from remaining where n >= {from:UInt32}',
      params: { from: 4 },
    });
    const rows = await warehouse.rows({ text: 'select n from remaining order by n' });
    expect(rows).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
  });

  test('loads lines with any content in order', async () => {
    const lines = ['first', nasty.replaceAll('\n', ''), '', '{"a":1}', '"quoted', 'last'];
    const path = await write(`it's "a" file.txt`, lines.join('\n'));
    await warehouse.run({ text: 'create table lines (n UInt64, l String) engine Memory' });
    await warehouse.load({
      text: createReadStream(path),
      isOrdered: true,
      statement: (source) => ({
        text: `insert into lines select rowNumberInAllBlocks(), concat(line, {end:String}) from ${source}`,
        params: { end: '.' },
      }),
    });
    const rows = await warehouse.rows({ text: 'select n, l from lines order by n' });
    expect(rows).toEqual(lines.map((line, n) => ({ n, l: `${line}.` })));
  });

  test('numbers the lines of a long file and spreads them over many partitions', async () => {
    const many = 250_000;
    const text = Array.from({ length: many }, (_, n) => `${n};${'x'.repeat(60)}\n`).join('');
    const path = await write('long.txt', text);
    await warehouse.run({
      text: `create table spread (line_number UInt32, n UInt32) engine MergeTree
        partition by n % 120 order by n`,
    });
    await warehouse.load({
      text: createReadStream(path),
      isOrdered: true,
      limits: { timeoutMs: 600_000 },
      statement: (source) => ({
        text: `insert into spread
          select rowNumberInAllBlocks(), toUInt32(splitByChar(';', line)[1]) from ${source}`,
      }),
    });
    const rows = await warehouse.rows({
      text: 'select count() as many, countIf(line_number = n) as right from spread',
    });
    expect(rows).toEqual([{ many, right: many }]);
  });

  test('a failing load throws the code of the engine; a text that breaks off, its own error', async () => {
    const bad = { text: Readable.from([Buffer.from('good\nbad\n')]), statement: checkedLines };
    await expect(warehouse.load(bad)).rejects.toMatchObject({ engineCode: 395 });
    const broken = Readable.from(breakingOff());
    await expect(warehouse.load({ text: broken, statement: checkedLines })).rejects.toThrow(
      'broken off',
    );
    expect(await warehouse.rows({ text: 'select 1 as x' })).toEqual([{ x: 1 }]);
  });

  test('a load has written a chunk before the text overwrites it', async () => {
    await warehouse.run({ text: 'create table reused (l String) engine Memory' });
    await warehouse.load({
      text: overwriting(),
      statement: (source) => ({ text: `insert into reused select line from ${source}` }),
    });
    const rows = await warehouse.rows({
      text: 'select left(l, 1) as letter, count() as n from reused where length(l) = 99 group by letter order by letter',
    });
    expect(rows).toEqual(letters.map((letter) => ({ letter, n: 3000 })));
  });

  test('the error of the engine comes before that of a text that it no longer reads', async () => {
    const text = Readable.from(
      Array.from({ length: 100 }, () => Buffer.from('bad\n'.repeat(50_000))),
    );
    await expect(warehouse.load({ text, statement: checkedLines })).rejects.toMatchObject({
      engineCode: 395,
    });
  });

  test('a load waits for a slow text', async () => {
    await warehouse.run({ text: 'create table slow (l String) engine Memory' });
    await warehouse.load({ text: Readable.from(slowly()), statement: intoSlow });
    expect(await warehouse.rows({ text: 'select count() as n from slow' })).toEqual([{ n: 5 }]);
  });

  test('an aborted load ends', async () => {
    const path = await write('endless.txt', 'some line\n'.repeat(1000));
    const { sql, isRunning } = endless();
    const abort = new AbortController();
    const loading = warehouse.load({
      text: createReadStream(path),
      limits: { signal: abort.signal },
      statement: (source) => ({
        text: `insert into function null('n UInt64')
          select number from (${sql.text}) where number not in (select length(line) from ${source})`,
      }),
    });
    loading.catch(() => {});
    await expect.poll(isRunning).toBe(true);
    abort.abort(new Error('no more'));
    await expect(loading).rejects.toThrow('no more');
    await expect.poll(isRunning).toBe(false);
  });

  test('ends a query at its time', async () => {
    const { sql, isRunning } = endless();
    const startedAt = performance.now();
    await expect(warehouse.rows(sql, { timeoutMs: 300 })).rejects.toMatchObject({
      engineCode: 159,
    });
    // Sooner than a query's default timeout, even on a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await expect.poll(isRunning).toBe(false);
  });

  test('ends a query at its memory', async () => {
    const text = 'select length(groupArray(number)) as x from numbers(50000000)';
    const limits = { memoryBytes: 50_000_000 };
    await expect(warehouse.rows({ text }, limits)).rejects.toMatchObject({ engineCode: 241 });
  });

  test('compiles nothing, even for a query that repeats often', async () => {
    const text = `
      select number % 10 as key, sum(number * 3 + number % 7 - intDiv(number, 2)) as total
      from numbers(1000) where number * 5 % 3 != 1 and number < 900 group by key order by total * 2 - key`;
    for (let turn = 0; turn < 8; turn++) await warehouse.rows({ text });
    const compiled = `select event from system.events where event like 'CompileFunction%'`;
    expect(await warehouse.rows({ text: compiled })).toEqual([]);
  });

  test('gives a query the requested threads', async () => {
    const sql = { text: `select getSetting('max_threads') as threads` };
    expect(await warehouse.rows(sql)).toEqual([{ threads: 1 }]);
    expect(await warehouse.rows(sql, { threads: 2 })).toEqual([{ threads: 2 }]);
    expect(await warehouse.rows(sql)).toEqual([{ threads: 1 }]);
  });

  test('ends an aborted query in the engine too', async () => {
    const { sql, isRunning } = endless();
    const abort = new AbortController();
    const request = warehouse.rows(sql, { signal: abort.signal });
    request.catch(() => {});
    await expect.poll(isRunning).toBe(true);
    const reason = new Error('never mind');
    abort.abort(reason);
    await expect(request).rejects.toBe(reason);
    await expect.poll(isRunning).toBe(false);
  });

  test('does not start a query that is already aborted', async () => {
    const { sql, isRunning } = endless();
    const reason = new Error('too late');
    const signal = AbortSignal.abort(reason);
    await expect(warehouse.rows(sql, { signal })).rejects.toBe(reason);
    expect(await isRunning()).toBe(false);
  });

  test('many heavy queries do not block small ones', async () => {
    const abort = new AbortController();
    const heavy = Array.from({ length: 4 }, () => endless()).map(({ sql }) =>
      warehouse.rows(sql, { threads: 2, signal: abort.signal }).catch(() => 'ended'),
    );
    for (let n = 0; n < 20; n += 1) {
      const small = { text: 'select {n:UInt32} as n', params: { n } };
      expect(await warehouse.rows(small, { timeoutMs: 10_000 })).toEqual([{ n }]);
    }
    abort.abort();
    expect(await Promise.all(heavy)).toEqual(['ended', 'ended', 'ended', 'ended']);
  });
});
