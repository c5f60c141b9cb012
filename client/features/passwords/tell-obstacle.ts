import { showToast } from '../../components/toast.ts';

const unchecked =
  'Não foi possível verificar a força da senha. Confira a sua conexão e envie de novo em instantes; o que você preencheu continua aqui.';

/** Shows why a password was not sent: the server's check rejected it, or could not be reached. */
export function tellObstacle(obstacle: 'refused' | 'unchecked', whenRefused: string): void {
  showToast({
    tone: 'danger',
    title: 'Senha inválida',
    description: obstacle === 'refused' ? whenRefused : unchecked,
  });
}
