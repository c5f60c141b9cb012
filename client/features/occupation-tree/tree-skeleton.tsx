import { Skeleton } from '../../components/async-panel.tsx';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Placeholders for the first rows. */
export function TreeSkeleton() {
  return (
    <div className="flex flex-col gap-2 py-1">
      {places.map((place) => (
        <Skeleton key={place} className="h-8" />
      ))}
    </div>
  );
}
