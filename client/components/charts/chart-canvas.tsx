/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a range input cannot lie over a drawing and say each mark's name. */
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useWidth } from '../../lib/hooks.ts';
import { screenTheme } from './chart-theme.ts';
import type { Draw, Mark } from './chart.ts';

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
            viewBox={`0 0 ${drawing.width ?? width} ${drawing.height}`}
            width={drawing.width ?? width}
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

const directions: Record<string, Direction> = {
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowUp: 'up',
};

/** Arrow keys move from mark to mark and a screen reader reads each name; the pointer shows the nearest mark. */
function ChartCursor({
  title,
  marks,
  width,
}: {
  title: string;
  marks: readonly Mark[];
  width: number;
}) {
  const [chosen, setChosen] = useState(marks.length - 1);
  const [isShown, setShown] = useState(false);
  const index = Math.min(Math.max(chosen, 0), marks.length - 1);
  const mark = marks[index];
  if (!mark) return null;

  const show = (next: number) => {
    setChosen(Math.min(Math.max(next, 0), marks.length - 1));
    setShown(true);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const next = afterKey(event.key, index, marks.length);
    if (event.key === 'Escape') setShown(false);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  };
  const handlePointer = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    show(nearestMark(marks, event.clientX - left, event.clientY - top));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`Percorrer o gráfico: ${title}`}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={marks.length}
      aria-valuenow={index + 1}
      aria-valuetext={mark.name}
      className="absolute inset-0 rounded-control outline-offset-4 print:hidden"
      onKeyDown={handleKeyDown}
      onFocus={(event) => setShown(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setShown(false)}
      onPointerMove={handlePointer}
      onPointerDown={handlePointer}
      onPointerLeave={() => setShown(false)}
    >
      {isShown && <MarkTip mark={mark} width={width} />}
    </div>
  );
}

function afterKey(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const direction = directions[key];
  return direction && index + stepIn(direction);
}

const tipWidth = 240;

/** A frame around a mark and its tooltip, beside the mark and within the chart's edges. */
function MarkTip({ mark: { name, box }, width }: { mark: Mark; width: number }) {
  const middle = box.x + box.width / 2;
  const left = Math.min(Math.max(middle - tipWidth / 2, 0), Math.max(width - tipWidth, 0));
  return (
    <div aria-hidden className="pointer-events-none">
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

/** Marks that run a query: one tab stop, with arrow keys between the marks. */
function MarkButtons({
  title,
  marks,
  width,
  onMark,
}: {
  title: string;
  marks: readonly Mark[];
  width: number;
  onMark: (key: string) => void;
}) {
  const group = useRef<HTMLFieldSetElement>(null);
  const [stop, setStop] = useState(0);
  const [shown, setShown] = useState<string | null>(null);
  const index = Math.min(stop, marks.length - 1);
  const shownMark = marks.find(({ key }) => key === shown);

  const moveTo = (next: number) => {
    setStop(next);
    const button = group.current?.querySelectorAll('button')[next];
    button?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (event.key === 'Escape') setShown(null);
    if (direction === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    if (direction) moveTo(neighbour(marks, index, direction));
    else moveTo(event.key === 'Home' ? 0 : marks.length - 1);
  };
  return (
    <fieldset
      ref={group}
      aria-label={`Gráfico: ${title}`}
      onPointerLeave={() => setShown(null)}
      className="absolute inset-0 print:hidden"
    >
      {marks.map(({ key, name, box }, place) => (
        <button
          key={key}
          type="button"
          aria-label={name}
          tabIndex={place === index ? 0 : -1}
          onClick={() => onMark(key)}
          onKeyDown={handleKeyDown}
          onPointerEnter={() => setShown(key)}
          onFocus={() => {
            setStop(place);
            setShown(key);
          }}
          onBlur={() => setShown(null)}
          className="absolute rounded-[3px]"
          style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        />
      ))}
      {shownMark && <MarkTip mark={shownMark} width={width} />}
    </fieldset>
  );
}

type Direction = 'left' | 'right' | 'up' | 'down';

/** One mark on or back in reading order. */
const stepIn = (direction: Direction) => (direction === 'right' || direction === 'down' ? 1 : -1);

/** The mark whose box is nearest to a point. */
export function nearestMark(marks: readonly Mark[], x: number, y: number): number {
  const distances = marks.map(({ box }) =>
    Math.hypot(
      Math.max(box.x - x, 0, x - box.x - box.width),
      Math.max(box.y - y, 0, y - box.y - box.height),
    ),
  );
  return distances.indexOf(Math.min(...distances));
}

/** The nearest mark in a direction, preferring marks straight in line; if there is none, the next in reading order. */
export function neighbour(marks: readonly Mark[], index: number, direction: Direction): number {
  const from = marks[index];
  if (!from) return 0;
  const costs = marks.map((mark) => costTo(from, mark, direction));
  const least = Math.min(...costs);
  if (Number.isFinite(least)) return costs.indexOf(least);
  return Math.min(Math.max(index + stepIn(direction), 0), marks.length - 1);
}

function costTo({ box: from }: Mark, { box: to }: Mark, direction: Direction): number {
  const across = to.x + to.width / 2 - (from.x + from.width / 2);
  const down = to.y + to.height / 2 - (from.y + from.height / 2);
  const [ahead, aside] = {
    left: [-across, down] as const,
    right: [across, down] as const,
    up: [-down, across] as const,
    down: [down, across] as const,
  }[direction];
  return ahead > 1 ? ahead + 2 * Math.abs(aside) : Infinity;
}
