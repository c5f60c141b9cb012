import { useRef, useState, type KeyboardEvent } from 'react';
import type { Mark } from './drawing.ts';
import { neighbour, type Direction } from './mark-geometry.ts';
import { MarkTip } from './mark-tip.tsx';

const directions: Record<string, Direction> = {
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowUp: 'up',
};

/** Marks that run a query: one tab stop, with arrow keys between the marks. */
export function MarkButtons({
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
      <MarkShapes marks={marks} onShow={setShown} onMark={onMark} />
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

/** For the pointer, the whole shape is the mark; keyboard and screen readers use its button. */
function MarkShapes({
  marks,
  onShow,
  onMark,
}: {
  marks: readonly Mark[];
  onShow: (key: string | null) => void;
  onMark: (key: string) => void;
}) {
  return (
    <svg aria-hidden className="absolute inset-0 size-full overflow-visible">
      {marks.map(
        ({ key, shape }) =>
          shape && (
            <path
              key={key}
              aria-hidden
              d={shape.path}
              transform={`scale(${shape.scale})`}
              fill="transparent"
              className="cursor-pointer"
              onPointerEnter={() => onShow(key)}
              onPointerLeave={() => onShow(null)}
              onClick={() => onMark(key)}
            />
          ),
      )}
    </svg>
  );
}
