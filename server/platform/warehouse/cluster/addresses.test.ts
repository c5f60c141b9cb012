import { expect, test } from 'vitest';
import { StartError } from '../../errors.ts';
import { Addresses } from './addresses.ts';

test.each(['http://u:abc%def@127.0.0.1:1', 'http://u:abc@127.0.0.1:1/?espera=1'])(
  'an address that the client cannot read is refused in one line: %s',
  (url) => {
    const open = () => new Addresses([url], 'caged');
    expect(open).toThrow(StartError);
    expect(open).toThrow(/^Configuração inválida: CLICKHOUSE_URL não é um endereço válido/);
    expect(open).not.toThrow(/abc/);
  },
);
