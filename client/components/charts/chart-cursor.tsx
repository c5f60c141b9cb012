/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a range input cannot lie over a drawing and say each mark's name. */
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Mark } from './drawing.ts';
import { nearestMark } from './mark-geometry.ts';
import { MarkTip } from './mark-tip.tsx';

const steps: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** Arrow keys move from mark to mark and a screen reader reads each name; the pointer shows the nearest mark. */
export function ChartCursor({
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
  const step = steps[key];
  return step === undefined ? undefined : index + step;
}
