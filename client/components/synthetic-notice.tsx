import { useQuery } from '@tanstack/react-query';
import { releaseOptions } from '../lib/release.ts';
import { Notice } from './notice.tsx';

export function SyntheticNotice() {
  return (
    <Notice tone="warm" title="Dados sintéticos de demonstração">
      Estes números não são reais.
    </Notice>
  );
}

/** The notice on figures of an earlier, synthetic release. While the current one is synthetic, every screen has a banner. */
export function EarlierSyntheticNotice({ isSynthetic }: { isSynthetic: boolean }) {
  const current = useQuery(releaseOptions).data;
  return isSynthetic && current?.isSynthetic === false ? <SyntheticNotice /> : null;
}
