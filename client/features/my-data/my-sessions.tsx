import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { MySession, type EndSessions, type Proof } from '../../../shared/contracts/my-sessions.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { formatMoment } from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button, RowAct } from '../../components/button.tsx';
import { ConfirmWithPassword } from '../../components/confirm.tsx';
import { Panel } from '../../components/panel.tsx';
import { showToast } from '../../components/toast.ts';
import { send } from '../../lib/call.ts';
import { getOptions } from '../../lib/get-options.ts';

const sessionsOptions = getOptions(['my-data', 'sessions'], '/api/my-sessions', z.array(MySession));

/** The user's own sessions, each with a button to end it. */
export function MySessions() {
  const client = useQueryClient();
  const sessions = useQuery(sessionsOptions);
  const [ending, setEnding] = useState<EndSessions['which']>();
  const end = async (proof: Proof) => {
    if (ending === undefined) return;
    const body: EndSessions = { which: ending, ...proof };
    const { message } = await send('POST', '/api/my-sessions/end', Done, body);
    showToast({ title: 'Sessões encerradas', description: message });
    await client.invalidateQueries({ queryKey: sessionsOptions.queryKey });
  };
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Panel
      title="Onde você está conectado"
      aside={others > 0 && <Button onClick={() => setEnding('others')}>Encerrar as outras</Button>}
    >
      <AsyncPanel query={sessions} skeleton={<Skeleton className="h-24" />}>
        {(open) => (
          <ul className="text-dense">
            {open.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session.id)} />
            ))}
          </ul>
        )}
      </AsyncPanel>
      {ending !== undefined && (
        <ConfirmWithPassword
          title={ending === 'others' ? 'Encerrar as outras sessões?' : 'Encerrar esta sessão?'}
          label="Encerrar"
          busyLabel="Encerrando..."
          act={end}
          onClose={() => setEnding(undefined)}
        >
          {ending === 'others'
            ? 'Todos os outros navegadores saem da sua conta. Este continua.'
            : 'Quem usa esse navegador sai da sua conta.'}
        </ConfirmWithPassword>
      )}
    </Panel>
  );
}

function SessionRow({ session, onEnd }: { session: MySession; onEnd: () => void }) {
  const { device, address, startedAt, lastUsedAt, isCurrent } = session;
  const name = device ?? 'Navegador desconhecido';
  return (
    <li className="flex items-center justify-between gap-x-4 border-b border-line py-2 last:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isCurrent && <Badge tone="good">Este navegador</Badge>}
        </p>
        <p className="text-muted tabular-nums">
          Usada em {formatMoment(lastUsedAt)} · aberta em {formatMoment(startedAt)}
          {address !== null && ` · ${address}`}
        </p>
      </div>
      {!isCurrent && (
        <RowAct
          act="Encerrar"
          about={`${name}, aberta em ${formatMoment(startedAt)}`}
          onClick={onEnd}
        />
      )}
    </li>
  );
}
