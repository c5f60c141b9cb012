import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { productApp, type ProductApp } from '../../../tests/support/product-app.ts';
import { startSession } from '../../people/identity/sessions.ts';
import { createUser } from '../../people/identity/users.ts';

let product: ProductApp;
let cookie: string;
beforeEach(async () => {
  product = await productApp();
  const user = await createUser(
    product.store.db,
    {
      email: 'chefe@exemplo.com.br',
      firstName: 'Ana',
      lastName: 'Lima',
      role: 'ADMIN',
      companyId: null,
      password: 'Segredo-de-teste-1',
    },
    new Date(),
  );
  cookie = `caged_session=${(await startSession(product.store.db, user.id, new Date())).token}`;
});
afterEach(() => product.close());

test('a client that disconnects in the middle of a file is logged without a warning', async () => {
  const address = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const received = once(product.app.server, 'request');
  const call = request(`${address}/api/caged/upload`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'multipart/form-data; boundary=limite',
      'content-length': '5000000',
    },
  });
  call.on('error', () => undefined);
  call.write(
    '--limite\r\ncontent-disposition: form-data; name="movFile"; filename="CAGEDMOV202307.txt"\r\ncontent-type: text/plain\r\n\r\n',
  );
  call.write('x'.repeat(200_000));
  await received;
  await sleep(300);
  call.destroy();
  const logged = () => product.lines.map((line) => JSON.parse(line));
  await expect.poll(() => logged().map(({ msg }) => msg)).toContain('the client left');
  expect(logged().filter(({ level }) => level >= 40)).toEqual([]);
  expect(product.lines.filter((line) => line.includes('"stack"'))).toEqual([]);
});
