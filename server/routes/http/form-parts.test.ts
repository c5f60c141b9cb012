import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { multipart as form } from '../../../tests/support/served.ts';
import { AppError } from '../../platform/errors.ts';
import { formParts } from './form-parts.ts';

test('a form that is refused early leaves its connection to the next request', async () => {
  const app = fastify();
  await app.register(multipart);
  app.post('/form', async (coming) => {
    for await (const { fieldname } of formParts(coming, coming.files()))
      throw new AppError('invalid_value', 400, fieldname);
  });
  app.get('/next', async () => 'next');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    await app.close();
  });
  const { payload, headers } = form([
    { name: 'first', value: 'x', filename: 'a.txt' },
    { name: 'second', value: 'x'.repeat(2_000_000), filename: 'b.txt' },
  ]);
  const sending = request(`${address}/form`, { method: 'POST', agent, headers });
  sending.end(payload);
  const [refused] = await once(sending, 'response');
  expect(refused.statusCode).toBe(400);
  expect(await text(refused)).toContain('first');
  const [next] = await once(get(`${address}/next`, { agent }), 'response');
  expect(await text(next)).toBe('next');
});

test.each([
  ['a field without a name', ''],
  ['a file without a field', '; filename="a.txt"'],
  ['a field that is not the JSON it claims', '; name="a"\r\ncontent-type: application/json'],
  ['a file without a name', '; name="a"\r\ncontent-type: application/octet-stream'],
])('%s is refused', async (_, rest) => {
  const app = fastify();
  await app.register(multipart);
  app.post('/form', async (coming) => {
    for await (const part of formParts(coming, coming.parts()))
      return part.type === 'file' ? part.filename.trim() : part.fieldname.trim();
    return '';
  });
  const payload = `--b\r\ncontent-disposition: form-data${rest}\r\n\r\nx\r\n--b--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const { statusCode, json } = await app.inject({ method: 'POST', url: '/form', payload, headers });
  expect([statusCode, json()]).toEqual([400, expect.objectContaining({ code: 'broken_form' })]);
});
