/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a range input has one even scale; this one stands on salaries and speaks in percentiles. */
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { screenTheme } from '../../components/charts/chart-theme.ts';
import { useWidth } from '../../lib/hooks.ts';
import { Ticks, type Frame } from './chart-marks.tsx';
import { layoutOf, StillMarks, type DistributionFigure } from './distribution-drawing.tsx';
import type { Position, Reading } from './reading.ts';

type HandleProps = {
  reading: Reading;
  /** The percentile that the next key steps from, in ten-thousandths: ahead of the reading while that is computed. */
  stepFrom: number;
  onPosition: (position: Position) => void;
};

/** Histogram, density line and labels, with the handle above them. */
export function DistributionChart({
  figure,
  ...handle
}: HandleProps & { figure: DistributionFigure }) {
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
              handleAt={handlePosition(frame, handle.reading.centavos)}
            />
          </svg>
          <PercentileHandle frame={frame} {...handle} />
        </>
      )}
    </div>
  );
}

const steps: Record<string, number> = {
  ArrowRight: 100,
  ArrowUp: 100,
  ArrowLeft: -100,
  ArrowDown: -100,
  PageUp: 1000,
  PageDown: -1000,
};

/** The handle's position after a key, in ten-thousandths: whole percentiles, 0 to 100. */
function afterKey(key: string, tenThousandths: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return 10_000;
  const step = steps[key];
  if (step === undefined) return undefined;
  const whole = Math.round(tenThousandths / 100) * 100;
  return Math.min(Math.max(whole + step, 0), 10_000);
}

/** The handle's position in pixels; a salary outside the window puts it at the edge. */
function handlePosition({ x }: Frame, centavos: number): number {
  const [first, last] = x.range;
  return Math.min(Math.max(x(centavos), first), last);
}

/** The handle over the plot: pressing or dragging anywhere moves it, and keys move it by percentiles. */
function PercentileHandle({
  frame,
  reading,
  stepFrom,
  onPosition,
}: HandleProps & { frame: Frame }) {
  const { x, top, bottom, width, height } = frame;
  const [first, last] = x.range;
  const at = handlePosition(frame, reading.centavos);

  const moveTo = (event: PointerEvent) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    const pixel = Math.min(Math.max(event.clientX - left, first), last);
    const reais = Math.max(Math.round(x.invert(pixel) / 100), 0);
    onPosition({ kind: 'salary', centavos: reais * 100 });
  };
  const handlePointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    moveTo(event);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const tenThousandths = afterKey(event.key, stepFrom);
    if (tenThousandths === undefined) return;
    event.preventDefault();
    onPosition({ kind: 'percentile', tenThousandths });
  };

  return (
    <div
      className="absolute inset-x-0 cursor-ew-resize touch-pan-y select-none print:hidden"
      style={{ top, height: height - top, width }}
      onPointerDown={handlePointerDown}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event);
      }}
    >
      <div
        className="pointer-events-none absolute top-0 w-[2px] -translate-x-1/2 bg-warm outline outline-surface"
        style={{ left: at, height: bottom - top + 4 }}
      />
      <div
        role="slider"
        tabIndex={0}
        aria-label="Percentil do salário"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(reading.tenThousandths / 100)}
        aria-valuetext={reading.sentence}
        onKeyDown={handleKeyDown}
        className="absolute flex h-7 min-w-11 -translate-x-1/2 items-center justify-center rounded-full bg-warm px-2 text-fine font-semibold text-surface tabular-nums outline-offset-2"
        style={{
          left: Math.min(Math.max(at, 24), width - 24),
          top: bottom - top + 4,
        }}
      >
        {at === first && x(reading.centavos) < first && '◂ '}P
        {Math.round(reading.tenThousandths / 100)}
        {at === last && x(reading.centavos) > last && ' ▸'}
      </div>
    </div>
  );
}
