import { AppError } from '../../platform/errors.ts';

/** The error of a request that needs a source while none is configured. */
export const noSource = () =>
  new AppError(
    'no_source',
    409,
    'Nenhuma fonte de arquivos está configurada: defina CAGED_SOURCE e reinicie o sistema, ou envie os arquivos pela tela.',
  );
