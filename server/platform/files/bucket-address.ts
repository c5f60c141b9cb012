import { StartError } from '../errors.ts';

export interface S3Address {
  readonly kind: 's3';
  readonly label: string;
  readonly endpoint: URL;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Builds the error for an address that breaks a rule. */
export type RuleError = (rule: string) => StartError;

export const ruleErrorIn =
  (variable: string): RuleError =>
  (rule) =>
    new StartError(`Configuração inválida: ${variable} ${rule}.`);

/** Parses the bucket address in this variable. Throws a `StartError`, which repeats nothing of the address. */
export function parseBucketAddress(text: string, variable: string): S3Address {
  const ruleError = ruleErrorIn(variable);
  if (!/^s3:\/\//i.test(text)) throw ruleError('deve começar com s3://');
  if (!URL.canParse(text)) throw ruleError(unreadable);
  return s3Address(new URL(text), ruleError);
}

export function s3Address(url: URL, ruleError: RuleError): S3Address {
  const example = 's3://CHAVE:SEGREDO@servidor/bucket/pasta?region=sa-east-1';
  const [bucket = '', ...folders] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map((folder) => decoded(folder, ruleError));
  if (url.hostname === '' || bucket === '')
    throw ruleError(`deve ter o servidor e o bucket, como ${example}`);
  if (url.username === '' || url.password === '')
    throw ruleError(`deve trazer a chave e o segredo, como ${example}`);
  if (!/^[\w.-]+$/.test(bucket)) throw ruleError('tem um nome de bucket inválido');
  const secure = url.searchParams.get('https') ?? '1';
  if (secure !== '0' && secure !== '1') throw ruleError('deve ter https=0 ou https=1');
  const endpoint = `${secure === '1' ? 'https' : 'http'}://${url.host}`;
  if (!URL.canParse(endpoint)) throw ruleError(unreadable);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  return {
    kind: 's3',
    label: `s3://${url.host}/${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`}`,
    endpoint: new URL(endpoint),
    region: url.searchParams.get('region') || 'us-east-1',
    bucket,
    prefix,
    accessKeyId: decoded(url.username, ruleError),
    secretAccessKey: decoded(url.password, ruleError),
  };
}

export function decoded(text: string, ruleError: RuleError): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw ruleError(unreadable);
  }
}

export const unreadable =
  'não é um endereço válido: codifique os caracteres especiais do usuário e da senha (por exemplo, / como %2F)';
