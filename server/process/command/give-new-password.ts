import { temporaryPasswordHours } from '../../../shared/contracts/passwords.ts';
import { renewLostPassword } from '../../people/identity/temporary-password.ts';
import type { CommandContext } from './context.ts';

/** Gives the account of an e-mail a new temporary password and prints it, also while a server runs. */
export async function giveNewPassword(
  { store, clock }: CommandContext,
  [email = '']: readonly string[],
): Promise<number> {
  const password = await renewLostPassword(store.db, email, clock());
  console.log(`Senha temporária de ${email.trim()}: ${password}`);
  console.log(
    `Vale por ${temporaryPasswordHours} horas e deve ser trocada no primeiro login. As sessões abertas desta conta foram encerradas.`,
  );
  return 0;
}
