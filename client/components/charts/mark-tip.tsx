import type { Mark } from './drawing.ts';

const tipWidth = 240;

/** A frame around a mark and its tooltip, beside the mark and within the chart's edges. */
export function MarkTip({ mark: { name, box, shape }, width }: { mark: Mark; width: number }) {
  const middle = box.x + box.width / 2;
  const left = Math.min(Math.max(middle - tipWidth / 2, 0), Math.max(width - tipWidth, 0));
  return (
    <div aria-hidden className="pointer-events-none">
      {shape && (
        <svg className="absolute inset-0 size-full overflow-visible">
          <path
            d={shape.path}
            transform={`scale(${shape.scale})`}
            strokeWidth={2.5 / shape.scale}
            strokeLinejoin="round"
            className="fill-none stroke-accent"
          />
        </svg>
      )}
      <div
        className="absolute rounded-[3px] outline-2 outline-accent"
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      />
      <div
        className="absolute z-20 flex justify-center"
        style={{ left, top: box.y - 6, width: Math.min(tipWidth, width) }}
      >
        <div className="absolute bottom-0 max-w-full rounded-control bg-ink px-2 py-1 text-fine text-paper tabular-nums">
          {name}
        </div>
      </div>
    </div>
  );
}
