import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { formatMoment } from '../../../../shared/words/format.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmAct } from '../../../components/confirm.tsx';
import { Panel } from '../../../components/panel.tsx';
import { PasswordField } from '../../../components/password-field.tsx';
import { showToast } from '../../../components/toast.ts';
import {
  deleteStoredPayroll,
  keepPayroll,
  type SealedPayroll,
} from '../../../lib/stored-payroll.ts';
import {
  type HeldRoll,
  canSeal,
  minPasswordLength,
  openedRoll,
  sealRoll,
  storedPayrollOptions,
} from './payroll-storage.ts';

/** Stores a payroll in this browser, encrypted with a password, if the user chooses to. */
export function KeepRoll({ held, owner }: { held: HeldRoll; owner: string }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isKeeping, setKeeping] = useState(false);
  const stored = useQuery(storedPayrollOptions(owner));
  const shownAt = stored.data?.keptAt;
  const keep = async () => {
    if (password.length < minPasswordLength) {
      setError(`Use pelo menos ${minPasswordLength} caracteres.`);
      return;
    }
    setKeeping(true);
    try {
      // Takes a second: the check of other tabs comes after it.
      const sealed = await sealRoll(held, { owner, password, now: new Date() });
      const { data: newest } = await stored.refetch();
      if (newest && newest.keptAt !== shownAt) {
        setError('Outra aba guardou uma folha. Guarde de novo para substituí-la.');
        return;
      }
      await keepPayroll(sealed);
      setPassword('');
      await stored.refetch();
      showToast({
        title: 'Folha guardada neste navegador',
        description: 'Você vai precisar da senha para abri-la de novo.',
      });
    } catch {
      setError(
        'Este navegador não permitiu guardar a folha. Libere espaço, ou saia da janela anônima.',
      );
    } finally {
      setKeeping(false);
    }
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setError(undefined);
    void keep();
  };
  return (
    <Panel title="Guardar para a próxima vez">
      <p className="mb-3 max-w-prose text-dense text-muted">
        Se você não guardar a folha, ela é apagada quando a aba fecha. Se guardar, ela fica neste
        navegador, criptografada com a senha que você escolher (AES-256), até você sair da conta ou
        usar “Apagar a folha”. A senha não sai do navegador: sem ela, ninguém abre a folha.
        {shownAt !== undefined &&
          ` Guardar substitui a folha guardada em ${formatMoment(shownAt)}.`}
      </p>
      {canSeal() ? (
        <form onSubmit={handleSubmit} className="flex max-w-prose flex-wrap gap-3">
          <div className="basis-full">
            <PasswordField
              label="Senha desta folha"
              autoComplete="new-password"
              value={password}
              onText={setPassword}
              error={error}
            />
          </div>
          <Button type="submit" disabled={isKeeping}>
            {isKeeping ? 'Guardando...' : 'Guardar neste navegador'}
          </Button>
        </form>
      ) : (
        <p>Para guardar, acesse o sistema por https: neste endereço o navegador não criptografa.</p>
      )}
    </Panel>
  );
}

/** A payroll stored in this browser, to open or to delete. */
export function StoredPayrollPanel({
  stored,
  onOpened,
  onDeleted,
}: {
  stored: SealedPayroll;
  onOpened: (held: HeldRoll) => void;
  onDeleted: () => void;
}) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    const held = await openedRoll(stored, password);
    setOpening(false);
    if (held) onOpened(held);
    else setError('A senha não abre esta folha. Tente outra, ou apague e leia a planilha de novo.');
  };
  return (
    <Panel title="Há uma folha guardada neste navegador">
      <p className="mb-3 text-dense text-muted">Guardada em {formatMoment(stored.keptAt)}.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setError(undefined);
          void open();
        }}
        className="flex max-w-prose flex-wrap gap-3"
      >
        <div className="basis-full">
          <PasswordField
            label="Senha desta folha"
            autoComplete="off"
            value={password}
            onText={setPassword}
            error={error}
          />
        </div>
        <Button type="submit" look="primary" disabled={isOpening}>
          {isOpening ? 'Abrindo...' : 'Abrir'}
        </Button>
        <DeleteRoll onDeleted={onDeleted} />
      </form>
    </Panel>
  );
}

/** "Apagar a folha": deletes the stored payroll, after a confirmation. */
export function DeleteRoll({ onDeleted }: { onDeleted: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Apagar a folha</Button>
      {isConfirming && (
        <ConfirmAct
          title="Apagar a folha?"
          label="Apagar"
          busyLabel="Apagando..."
          failureTitle="Não foi possível apagar"
          act={() => deleteStoredPayroll().then(onDeleted)}
          onClose={() => setConfirming(false)}
        >
          Ela sai desta tela e deste navegador. Para vê-la de novo, você precisa da planilha.
        </ConfirmAct>
      )}
    </>
  );
}
