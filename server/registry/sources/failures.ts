import { isCertificateCode } from '../../platform/certificate-code.ts';
import { AppError, conflict } from '../../platform/errors.ts';

/** The failures of a source, by error code. Each sentence states what to do; none contains a password or a key. */
const sentences = {
  fonte_inalcancavel: (label) =>
    `Não foi possível falar com a fonte ${label}, ou ela interrompeu a conexão. Confira o endereço e a rede e tente de novo.`,
  fonte_silenciosa: (label) =>
    `A fonte ${label} parou de responder. Tente de novo daqui a alguns minutos.`,
  fonte_sem_lista: (label) =>
    `A fonte ${label} respondeu em JSON, e o sistema só lê páginas HTML com links. Aponte CAGED_SOURCE para uma página assim, ou para uma pasta local, FTP, S3 ou Google Drive.`,
  fonte_lenta: (label) =>
    `A fonte ${label} levou tempo demais para listar os arquivos. Tente de novo, ou aponte CAGED_SOURCE para uma pasta mais próxima dos arquivos.`,
  fonte_alterada: (label) =>
    `O arquivo mudou na fonte ${label} enquanto era baixado. Espere a publicação terminar e tente de novo.`,
  fonte_arquivo_corrompido: (label) =>
    `O arquivo baixado não confere com a soma que a fonte ${label} informa. Procure novidades e baixe-o de novo.`,
  fonte_sem_autorizacao: (label) =>
    `A fonte ${label} não autorizou o acesso. Confira o usuário, a senha ou a chave em CAGED_SOURCE e as permissões da pasta.`,
  fonte_certificado_invalido: (label) =>
    `O certificado de segurança da fonte ${label} não é válido. Confira o endereço, ou peça ao responsável pela fonte um certificado em dia.`,
  fonte_pasta_ausente: (label) =>
    `A pasta da fonte ${label} não existe. Confira o caminho em CAGED_SOURCE.`,
  fonte_arquivo_ausente: (label) =>
    `O arquivo não está mais na fonte ${label}. Procure novidades de novo para ver o que ela tem agora.`,
  fonte_recusou: (label) =>
    `A fonte ${label} recusou o pedido ou deu uma resposta que não entendemos. Confira se o endereço em CAGED_SOURCE é o da pasta dos arquivos.`,
  fonte_regiao_errada: (label) =>
    `A fonte ${label} fica em outra região ou endereço. Confira o servidor e region em CAGED_SOURCE.`,
  fonte_relogio_adiantado: (label) =>
    `A fonte ${label} recusou o pedido porque o relógio deste servidor está errado. Acerte o relógio e tente de novo.`,
  fonte_redirecionamento: (label) =>
    `A fonte ${label} redireciona vezes demais ou para um endereço inseguro. Ponha em CAGED_SOURCE o endereço final da pasta.`,
  // A redirect or link to a host that the configuration does not name.
  fonte_outro_servidor: (label, host) =>
    `A fonte ${label} leva ao servidor ${host.slice(0, 100)}. Se ele é da fonte, ponha o nome em SOURCE_HOSTS.`,
  fonte_interna: (label) =>
    `O nome da fonte ${label} leva a um endereço da rede interna. Se é um espelho seu, ponha o nome em INNER_SOURCES.`,
  fonte_lista_grande_demais: (label) =>
    `A lista de arquivos da fonte ${label} é grande demais. Aponte CAGED_SOURCE para a pasta que tem só os arquivos do CAGED.`,
  fonte_credenciais_invalidas: (label) =>
    `Não foi possível ler o arquivo de credenciais da fonte ${label}, ou ele não é o de uma conta de serviço do Google. Confira credentials em CAGED_SOURCE.`,
} as const satisfies Readonly<Record<string, (label: string, host: string) => string>>;
export type FailureCode = keyof typeof sentences;

/** The HTTP status of a failure; the others have 502. */
const statuses: Partial<Readonly<Record<FailureCode, number>>> = {
  fonte_silenciosa: 504,
  fonte_lenta: 504,
  fonte_arquivo_ausente: 404,
};

interface FailureOptions {
  readonly cause?: unknown;
  /** The host of `fonte_outro_servidor`. */
  readonly host?: string;
}

/** A failure as the reader of a source throws it; `sourceError` names the source to users. */
export class SourceFailure extends Error {
  readonly code: FailureCode;
  readonly host: string;

  constructor(code: FailureCode, { cause, host = '' }: FailureOptions = {}) {
    super(code, { cause });
    this.name = 'SourceFailure';
    this.code = code;
    this.host = host;
  }
}

export const sourceError = (label: string, { code, host, cause }: SourceFailure) =>
  new AppError(code, statuses[code] ?? 502, sentences[code](label, host), { cause });

/** The error for a file beyond the size limit of its download. */
export function fileTooLarge(maxBytes: number): AppError {
  const megabytes = (maxBytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  return new AppError(
    'arquivo_da_fonte_grande_demais',
    422,
    `O arquivo da fonte passa do limite de ${megabytes} MB. Confira se é o arquivo original do MTE.`,
  );
}

export const isFileTooLarge = (error: unknown) =>
  error instanceof AppError && error.code === 'arquivo_da_fonte_grande_demais';

export const diskFull = (cause: unknown) =>
  new AppError(
    'disco_cheio',
    507,
    'Não há espaço em disco para baixar o arquivo. Libere espaço em DATA_DIR e tente de novo.',
    { cause },
  );

const transientCodes: ReadonlySet<FailureCode> = new Set([
  'fonte_inalcancavel',
  'fonte_silenciosa',
  'fonte_alterada',
]);

/** Whether the same call may succeed shortly afterwards. */
export const isTransient = (error: unknown) =>
  error instanceof SourceFailure && transientCodes.has(error.code);

/** The code of a Node error, or that of its cause if it has none itself. */
export function firstCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return firstCodeOf(error.cause);
}

const networkCode =
  /^(ECONN|ENOT|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET|EPROTO|EADDR|UND_ERR|HPE_|ERR_SSL|ERR_STREAM_PREMATURE)/;

/** Converts a connection error to the failure that it means; returns any other error unchanged. */
export function networkFailure(error: unknown): unknown {
  if (error instanceof AppError || error instanceof SourceFailure) return error;
  const cause = { cause: error };
  if (error instanceof Error && error.name === 'TimeoutError')
    return new SourceFailure('fonte_silenciosa', cause);
  const code = firstCodeOf(error);
  if (isCertificateCode(code)) return new SourceFailure('fonte_certificado_invalido', cause);
  const isFetchFailure =
    error instanceof TypeError &&
    (error.message === 'fetch failed' || error.message === 'terminated');
  return isFetchFailure || networkCode.test(code)
    ? new SourceFailure('fonte_inalcancavel', cause)
    : error;
}

/** The error of a request that needs a source while none is configured. */
export const noSource = () =>
  conflict(
    'no_source',
    'Nenhuma fonte de arquivos está configurada: defina CAGED_SOURCE e reinicie o sistema, ou envie os arquivos pela tela.',
  );
