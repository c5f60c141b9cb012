import { CancelledError } from '@tanstack/react-query';

/** The message after the user stopped waiting for an answer. */
export const stoppedWaiting = {
  title: 'Pesquisa interrompida',
  text: 'Você parou de esperar pela resposta.',
} as const;

export const hasStoppedWaiting = (error: unknown): boolean => error instanceof CancelledError;
