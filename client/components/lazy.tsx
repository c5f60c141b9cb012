import { Fragment, lazy as lazyInReact, Suspense, type ComponentType, type ReactNode } from 'react';
import { UnreachableError } from '../lib/call.ts';
import { isServerDown, isUnreachable } from '../lib/network.ts';
import { Button } from './button.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { Notice } from './notice.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
type Frame = ComponentType<{ children: ReactNode }>;

/**
 * React's `lazy`, with a notice for a chunk that fails to load. Without a network, the chunk waits for it. `Around` frames
 * the notice where nothing else is on the page.
 */
export const lazy = <Props extends object>(load: Load<Props>, Around: Frame = Fragment) =>
  lazyInReact<ComponentType<Props>>(async () =>
    (await isUnreachable()) ? { default: onceReachable(load, Around) } : loadOrNotice(load, Around),
  );

// A browser stores the failure of a chunk until the page is reloaded: a second request would fail as well.
const loadOrNotice = <Props extends object>(load: Load<Props>, Around: Frame) =>
  load().catch(async () => ({ default: missingChunk(await isServerDown(), Around) }));

async function reloadIfUp(): Promise<void> {
  if (!(await isServerDown())) location.reload();
}

const missingChunk = (isDown: boolean, Around: Frame) => () => (
  <Around>
    <Notice
      tone="danger"
      title="Não foi possível carregar"
      actions={
        <Button onClick={() => void reloadIfUp()}>
          {isDown ? 'Tentar de novo' : 'Recarregar a página'}
        </Button>
      }
    >
      {isDown
        ? 'O servidor não está respondendo. Ele pode estar reiniciando. Tente de novo em um minuto.'
        : 'O sistema pode ter sido atualizado. Recarregue a página.'}
    </Notice>
  </Around>
);

function onceReachable<Props extends object>(
  load: Load<Props>,
  Around: Frame,
): ComponentType<Props> {
  const { promise, resolve } = Promise.withResolvers<void>();
  addEventListener('online', () => resolve(), { once: true });
  const retry = () => void isUnreachable().then((isStill) => isStill || resolve());
  const Loaded = lazyInReact(() => promise.then(() => loadOrNotice(load, Around)));
  return (props) => (
    <Suspense
      fallback={
        <Around>
          <FailureNotice
            title="Não foi possível carregar"
            error={new UnreachableError(null)}
            retry={retry}
          />
        </Around>
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}

/** A lazy part of a page: `waiting` stands in its place until its chunk is there; `Around` is as for `lazy`. */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  waiting?: ReactNode,
  Around?: Frame,
) {
  const Part = lazy(load, Around);
  return (props: Props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}
