import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { linkClass } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { DeletionRequest } from '../features/my-data/deletion-request.tsx';
import { HeldData, NameForm } from '../features/my-data/held-data.tsx';
import { myDataOptions } from '../features/my-data/my-data-options.ts';
import { MySessions } from '../features/my-data/my-sessions.tsx';
import { SecondFactor } from '../features/my-data/second-factor.tsx';

/** The user's rights under LGPD over the data stored about them. */
export default function MyDataPage() {
  const data = useQuery(myDataOptions);
  return (
    <Page
      title="Meus dados"
      lead={
        <>
          O que o sistema guarda sobre você e o que você pode fazer com isso. Os prazos e motivos
          estão no{' '}
          <Link to="/privacy" className={linkClass}>
            aviso de privacidade
          </Link>
          .
        </>
      }
    >
      <AsyncPanel query={data} skeleton={<Skeleton className="h-100" />}>
        {(held) => (
          <div className="panel-columns">
            <div className="flex min-w-0 flex-col gap-4">
              <Panel title="Seu nome">
                <NameForm firstName={held.user.firstName} lastName={held.user.lastName} />
              </Panel>
              <SecondFactor />
              <MySessions />
              <DeletionRequest requestedAt={held.user.deletionRequestedAt} />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <HeldData data={held} />
            </div>
          </div>
        )}
      </AsyncPanel>
    </Page>
  );
}
