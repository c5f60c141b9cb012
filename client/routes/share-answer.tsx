import Share2 from 'lucide-react/icons/share-2';
import { Button } from '../components/button.tsx';
import { useOpenOverPage } from '../lib/hooks.ts';
import { lazyPart } from '../components/lazy.tsx';
import type { SharedAnswer } from './share-dialog.tsx';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'));

/** "Compartilhar": the answer as a link, as a public page, as PDF, Excel or CSV. */
export function ShareAnswer(props: SharedAnswer) {
  const [isOpen, setOpen] = useOpenOverPage();
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Share2 aria-hidden size={16} />
        Compartilhar
      </Button>
      {isOpen && <ShareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
