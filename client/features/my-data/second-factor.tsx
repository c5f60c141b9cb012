import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useState, useMemo, type SyntheticEvent } from 'react';
import { encode } from 'uqr';
import {
  MySecondFactor,
  NewSecondFactor,
  RecoveryCodes,
} from '../../../shared/contracts/second-factor.ts';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmWithPassword } from '../../components/confirm.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { Panel, takeFocus } from '../../components/panel.tsx';
import { showToast } from '../../components/toast.ts';
import { currentUserOptions, useCurrentUser } from '../../lib/session.ts';
import { myDataOptions } from './my-data-options.ts';
import { TextField } from '../../components/field.tsx';
import { failureText, send } from '../../lib/call.ts';
import { getOptions } from '../../lib/get-options.ts';

const factorPath = '/api/my-second-factor';
const factorOptions = getOptions(['my-data', 'second-factor'], factorPath, MySecondFactor);

const acts = {
  begin: {
    title: 'Ligar a verificação em duas etapas?',
    label: 'Continuar',
    busyLabel: 'Preparando...',
    children:
      'Você vai precisar de um aplicativo de códigos no celular, como Google Authenticator, Microsoft Authenticator ou Aegis.',
  },
  renew: {
    title: 'Trocar os códigos de recuperação?',
    label: 'Trocar',
    busyLabel: 'Trocando...',
    children: 'Os códigos antigos deixam de valer. Os novos aparecem em seguida, uma única vez.',
  },
  remove: {
    title: 'Desligar a verificação em duas etapas?',
    label: 'Desligar',
    busyLabel: 'Desligando...',
    children: 'Depois disso, quem souber a sua senha entra na sua conta.',
  },
} as const;
type Act = keyof typeof acts;

/** The user's own second factor: off, in setup, showing recovery codes, or on. */
export function SecondFactor() {
  const client = useQueryClient();
  const factor = useQuery(factorOptions);
  const [openAct, setOpenAct] = useState<Act>();
  const [begun, setBegun] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  // The dialog must close when the next content appears: while it is open, nothing outside of it can take the focus.
  const leaveDialog = () => setOpenAct(undefined);
  const refresh = () => client.invalidateQueries({ queryKey: myDataOptions.queryKey });
  const finish = async () => {
    setCodes(undefined);
    await refresh();
    await client.refetchQueries({ queryKey: currentUserOptions.queryKey });
  };
  const act = {
    begin: async (proof: Proof) => {
      setBegun(await send('POST', `${factorPath}/begin`, NewSecondFactor, proof));
      leaveDialog();
    },
    renew: async (proof: Proof) => {
      const renewed = await send('POST', `${factorPath}/recovery-codes`, RecoveryCodes, proof);
      setCodes(renewed.recoveryCodes);
      leaveDialog();
    },
    remove: async (proof: Proof) => {
      const { message } = await send('POST', `${factorPath}/remove`, Done, proof);
      showToast({ title: 'Verificação desligada', description: message });
      await refresh();
    },
  } satisfies Record<Act, (proof: Proof) => Promise<void>>;
  return (
    <Panel title="Verificação em duas etapas">
      {codes !== undefined ? (
        <RecoveryCodeList codes={codes} onDone={() => void finish()} />
      ) : begun !== undefined ? (
        <NewFactor
          begun={begun}
          onConfirmed={(given) => {
            setBegun(undefined);
            setCodes(given);
          }}
          onCancel={() => setBegun(undefined)}
        />
      ) : (
        <AsyncPanel query={factor} skeleton={<Skeleton className="h-20" />}>
          {(state) => <Standing state={state} onAct={setOpenAct} />}
        </AsyncPanel>
      )}
      {openAct && (
        <ConfirmWithPassword {...acts[openAct]} act={act[openAct]} onClose={leaveDialog} />
      )}
    </Panel>
  );
}

function Standing({
  state: { isOn, isRequired, recoveryCodesLeft },
  onAct,
}: {
  state: MySecondFactor;
  onAct: (act: Act) => void;
}) {
  const signsInElsewhere = useCurrentUser()?.signsInElsewhere === true;
  if (!isOn && signsInElsewhere) {
    return (
      <p className="max-w-prose text-muted">
        Você entra pelo provedor de login da empresa: ligue a verificação em duas etapas lá.
      </p>
    );
  }
  if (!isOn) {
    return (
      <>
        <p className="mb-3 max-w-prose text-muted">
          Além da senha, o login pede um código de 6 números do seu celular. Assim, quem descobrir a
          sua senha não consegue entrar.
        </p>
        <Button onClick={() => onAct('begin')}>Ligar</Button>
      </>
    );
  }
  return (
    <>
      <p className="mb-3 max-w-prose text-muted">
        Ligada. Você ainda tem {formatCounted(recoveryCodesLeft, 'código', 'códigos')} de
        recuperação.
        {isRequired && ' Nesta instalação ela é obrigatória para administradores.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onAct('renew')}>Trocar os códigos de recuperação</Button>
        {!isRequired && <Button onClick={() => onAct('remove')}>Desligar</Button>}
      </div>
    </>
  );
}

function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div ref={takeFocus} tabIndex={-1} className="outline-none">
      <p className="mb-3 max-w-prose">
        Ligada. Guarde estes códigos de recuperação: cada um vale por um login, se você ficar sem o
        celular. Eles não serão mostrados de novo.
      </p>
      <ul
        aria-label="Códigos de recuperação"
        className="mb-3 flex flex-wrap gap-x-8 gap-y-1 rounded-card border border-line bg-sunken px-2 py-4 text-dense tabular-nums select-all sm:px-4"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onDone}>
          Já guardei
        </Button>
        <CopyText
          text={codes.join('\n')}
          copied={{ title: 'Códigos copiados', description: 'Guarde-os fora deste computador.' }}
        />
      </div>
    </div>
  );
}

/** The secret for an authenticator app, as a QR code and as text, and a field for the first code. */
function NewFactor({
  begun: { secret, uri },
  onConfirmed,
  onCancel,
}: {
  begun: NewSecondFactor;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}) {
  const [code, setCode] = useState('');
  const confirmation = useMutation({
    mutationFn: () => send('POST', `${factorPath}/confirm`, RecoveryCodes, { code }),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    confirmation.mutate();
  };
  return (
    <form
      noValidate
      ref={takeFocus}
      tabIndex={-1}
      onSubmit={handleSubmit}
      className="flex flex-col gap-4 outline-none"
    >
      <p className="max-w-prose">
        Leia a imagem com o aplicativo de códigos, ou digite nele a chave abaixo. Depois informe o
        código de 6 números que ele mostrar.
      </p>
      <QrCode text={uri} />
      <p className="text-dense">
        Chave:{' '}
        <code className="wrap-anywhere select-all">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <TextField
        label="Código do aplicativo"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onText={(text) => {
          setCode(text);
          confirmation.reset();
        }}
        error={
          confirmation.error
            ? failureText(confirmation.error, 'Tente de novo em instantes.')
            : undefined
        }
      />
      <FormActions
        label="Confirmar"
        busyLabel="Confirmando..."
        isBusy={confirmation.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}

const quietZone = 4;

/** Dark on white in every theme: cameras read other combinations poorly. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: quietZone }), [text]);
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-card"
    >
      <title>Código QR para o aplicativo de códigos</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
