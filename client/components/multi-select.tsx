import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { Popover } from 'radix-ui';
import { PopoverContent } from './popover-content.tsx';
import { useId, useState } from 'react';
import type { Options } from '../../shared/codes/keys.ts';
import { plainText } from '../../shared/words/format.ts';
import { Chips } from './chips.tsx';

/** Selects several of many options: a list with its own search, and a removable chip for each chosen option. */
export function MultiSelect({
  label,
  options,
  chosen,
  onChosen,
  prompt,
  disabledReason,
}: {
  label: string;
  options: Options;
  chosen: readonly string[];
  onChosen: (values: string[]) => void;
  prompt: string;
  /** Why nothing can be chosen now; undefined when choosing is possible. */
  disabledReason: string | undefined;
}) {
  const id = useId();
  const names = new Map(options);
  const toggle = (value: string) =>
    onChosen(
      chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value],
    );
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span id={id} className="text-dense font-medium">
        {label}
      </span>
      <Popover.Root>
        <Popover.Trigger
          aria-labelledby={`${id} ${id}-value`}
          disabled={disabledReason !== undefined}
          className="control flex items-center justify-between gap-2 text-left"
        >
          <span id={`${id}-value`} className="truncate">
            {disabledReason ?? chosenText(chosen.length, prompt)}
          </span>
          <ChevronDown aria-hidden size={16} className="shrink-0 text-muted" />
        </Popover.Trigger>
        <PopoverContent
          align="start"
          aria-label={label}
          className="flex w-(--radix-popover-trigger-width) min-w-64 flex-col outline-none"
        >
          <OptionList label={label} options={options} chosen={chosen} onToggle={toggle} />
        </PopoverContent>
      </Popover.Root>
      <Chips
        label={`${label} escolhidos`}
        className="mt-1 flex-wrap"
        chips={chosen.map((value) => ({
          key: value,
          text: names.get(value) ?? value,
          onRemove: () => toggle(value),
        }))}
      />
    </div>
  );
}

function chosenText(count: number, prompt: string): string {
  if (count === 0) return prompt;
  return count === 1 ? '1 escolhido' : `${count} escolhidos`;
}

function OptionList({
  label,
  options,
  chosen,
  onToggle,
}: {
  label: string;
  options: Options;
  chosen: readonly string[];
  onToggle: (value: string) => void;
}) {
  const [text, setText] = useState('');
  const plainQuery = plainText(text.trim());
  const found = options.filter(([, name]) => plainText(name).includes(plainQuery));
  return (
    <>
      <div className="border-b border-line p-2">
        <input
          type="search"
          aria-label={`Procurar em ${label}`}
          placeholder="Procurar"
          className="control"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <ul aria-label={label} className="max-h-66 min-h-0 flex-1 overflow-y-auto p-1">
        {found.map(([value, name]) => (
          <li key={value} className="[contain-intrinsic-size:auto_36px] [content-visibility:auto]">
            <label className="flex min-h-9 cursor-pointer items-center gap-2 rounded-control px-2 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent hover:bg-sunken pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="peer sr-only"
                checked={chosen.includes(value)}
                onChange={() => onToggle(value)}
              />
              <span
                aria-hidden
                className="flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-control text-on-accent *:invisible peer-checked:border-accent peer-checked:bg-accent peer-checked:*:visible"
              >
                <Check size={12} strokeWidth={3} />
              </span>
              {name}
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="p-3 text-dense text-muted">Nenhum com esse nome.</p>}
    </>
  );
}
