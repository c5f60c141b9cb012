import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartError } from '../../platform/errors.ts';
import { parseSourceAddress } from './address.ts';

describe('the address of a source', () => {
  test.each([
    ['/dados/novo caged', { kind: 'folder', path: '/dados/novo caged' }],
    ['dados', { kind: 'folder', path: resolve('dados') }],
    ['file:///dados/novo%20caged', { kind: 'folder', path: '/dados/novo caged' }],
    [
      'ftp://ftp.mtps.gov.br/pdet/microdados/NOVO%20CAGED/',
      {
        kind: 'ftp',
        label: 'ftp://ftp.mtps.gov.br/pdet/microdados/NOVO CAGED',
        port: 21,
        user: 'anonymous',
        path: '/pdet/microdados/NOVO CAGED',
        security: 'none',
      },
    ],
    ['ftp://servidor', { kind: 'ftp', label: 'ftp://servidor', path: '/' }],
    ['ftp://servidor/S%E3o', { kind: 'ftp', path: '/São' }],
    [
      'ftps://ana:s%2Fenha@servidor:2121/x',
      { user: 'ana', password: 's/enha', security: 'explicit' },
    ],
    ['ftps://servidor:990/x', { port: 990, security: 'implicit' }],
    [
      'https://ana:s%40nha@servidor/caged/?assinatura=x',
      {
        kind: 'http',
        label: 'https://servidor/caged/',
        authorization: `Basic ${Buffer.from('ana:s@nha').toString('base64')}`,
      },
    ],
    ['http://servidor:8080/lista.json', { kind: 'http', authorization: undefined }],
    [
      's3://CHAVE:se%2Fgredo@servidor:9000/balde/novo%20caged/mes?region=sa-east-1&https=0',
      {
        kind: 's3',
        label: 's3://servidor:9000/balde/novo caged/mes',
        bucket: 'balde',
        prefix: 'novo caged/mes/',
        region: 'sa-east-1',
        secretAccessKey: 'se/gredo',
        endpoint: new URL('http://servidor:9000'),
      },
    ],
    ['s3://C:S@servidor/balde', { prefix: '', endpoint: new URL('https://servidor') }],
    [
      'gdrive://1AbC-_x?credentials=/segredos/conta.json',
      { label: 'gdrive://1AbC-_x', folderId: '1AbC-_x', credentialsPath: '/segredos/conta.json' },
    ],
  ])('%s is understood', (address, expected) => {
    expect(parseSourceAddress(address)).toMatchObject(expected);
  });

  test.each([
    '',
    'sftp://ana:Segredo1@servidor/x',
    'file://servidor/Segredo1',
    'ftp:///Segredo1',
    'http://ana:Segredo1@/x',
    'http://ana:Segredo1%zz@servidor/x',
    's3://CHAVE:Segre/do1@servidor/balde',
    's3://CHAVE:Segredo1@servidor',
    's3://servidor/balde',
    's3://CHAVE:Segredo1@servidor/balde?https=sim',
    'gdrive://?credentials=/Segredo1.json',
    'gdrive://1AbC',
  ])('%s is refused in one line, without repeating it', (address) => {
    const parse = () => parseSourceAddress(address);
    expect(parse).toThrow(StartError);
    expect(parse).toThrow(/^Configuração inválida: CAGED_SOURCE [^\n]+\.$/);
    expect(parse).not.toThrow(/Segre/);
  });
});
