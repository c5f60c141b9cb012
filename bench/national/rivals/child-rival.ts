import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { Answer, Contents, type Order } from './orders.ts';
import type { Rival } from './rival.ts';

const Greeting = z.object({ version: z.string() });
const Reply = z.object({
  id: z.number(),
  answer: z.unknown().optional(),
  failure: z.string().optional(),
});

/** Starts an engine in a separate process, which ends with `close`, or when this process ends. */
export async function startChildRival(
  name: 'clickhouse' | 'duckdb',
  directory: string,
): Promise<Rival> {
  const child = fork(join(import.meta.dirname, 'rival-child.ts'), [name, directory], {
    env: { ...process.env, UV_THREADPOOL_SIZE: '24' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [greeting] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} did not start.`))),
  ]);
  const sendOrder = senderOf(child, name);
  return {
    name,
    version: Greeting.parse(greeting).version,
    load: async (chunk) => void (await sendOrder({ do: 'load', chunk })),
    finishLoad: async () => void (await sendOrder({ do: 'finishLoad' })),
    contents: async () => Contents.parse(await sendOrder({ do: 'contents' })),
    answer: async (statements, timeoutMs) =>
      Answer.parse(await sendOrder({ do: 'answer', statements: [...statements], timeoutMs })),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

function senderOf(child: ChildProcess, name: string): (order: Order) => Promise<unknown> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let orders = 0;
  child.on('message', (message) => {
    const { id, answer, failure } = Reply.parse(message);
    const pending = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) pending?.resolve(answer);
    else pending?.reject(new Error(`${name}: ${failure}`));
  });
  child.on('exit', (code, signal) => {
    for (const pending of waiting.values())
      pending.reject(new Error(`${name} ended (${code ?? signal}).`));
    waiting.clear();
  });
  return (order) => {
    const pending = Promise.withResolvers<unknown>();
    orders += 1;
    waiting.set(orders, pending);
    child.send({ id: orders, order }, (error) => {
      if (error) pending.reject(error);
    });
    return pending.promise;
  };
}
