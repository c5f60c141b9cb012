import { useMemo, useRef } from 'react';
import { screenTheme } from '../../components/charts/chart-theme.ts';
import { useWidth } from '../../lib/use-width.ts';
import { Ticks } from './chart-marks.tsx';
import { layoutOf, StillMarks, type DistributionFigure } from './distribution-drawing.tsx';
import { handlePosition, PercentileHandle } from './percentile-handle.tsx';
import type { Position, Reading } from './reading.ts';

/** Histogram, density line and direct labels; the handle lies over them. */
export function DistributionChart({
  figure,
  reading,
  onPosition,
}: {
  figure: DistributionFigure;
  reading: Reading;
  onPosition: (position: Position) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const layout = useMemo(() => layoutOf(figure, width), [figure, width]);
  // The same element while the user drags the handle, so that React does not render hundreds of marks again.
  const still = useMemo(
    () => <StillMarks figure={figure} layout={layout} theme={screenTheme} />,
    [figure, layout],
  );
  const { frame } = layout;
  return (
    <div ref={container} className="relative print:!h-auto" style={{ height: frame.height }}>
      {width > 0 && (
        <>
          <svg
            aria-hidden
            viewBox={`0 0 ${width} ${frame.height}`}
            width={width}
            height={frame.height}
            className="block overflow-visible print:h-auto print:w-full"
          >
            {still}
            <Ticks
              frame={frame}
              theme={screenTheme}
              handleAt={handlePosition(frame, reading.centavos)}
            />
          </svg>
          <PercentileHandle frame={frame} reading={reading} onPosition={onPosition} />
        </>
      )}
    </div>
  );
}
