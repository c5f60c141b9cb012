import { useMemo, useRef } from 'react';
import { useWidth } from '../../lib/use-width.ts';
import { ChartCursor } from './chart-cursor.tsx';
import { screenTheme } from './chart-theme.ts';
import type { Draw } from './drawing.ts';
import { MarkButtons } from './mark-buttons.tsx';

/** A drawing as wide as its container, with a cursor through its marks; marks that run a query are buttons. */
export function ChartCanvas({
  title,
  draw,
  onMark,
}: {
  title: string;
  draw: Draw;
  onMark?: ((key: string) => void) | undefined;
}) {
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const drawing = useMemo(() => (width > 0 ? draw(width, screenTheme) : null), [draw, width]);
  return (
    <div ref={container} className="relative">
      {drawing && (
        <>
          <svg
            aria-hidden
            viewBox={`0 0 ${width} ${drawing.height}`}
            width={width}
            height={drawing.height}
            className="block overflow-visible print:h-auto print:w-full"
          >
            {drawing.picture}
          </svg>
          {onMark ? (
            <MarkButtons title={title} marks={drawing.marks} width={width} onMark={onMark} />
          ) : (
            <ChartCursor title={title} marks={drawing.marks} width={width} />
          )}
        </>
      )}
    </div>
  );
}
