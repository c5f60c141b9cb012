import { Popover } from 'radix-ui';
import { PopoverContent } from '../../components/popover-content.tsx';
import type { ReactNode } from 'react';

/** A part of the sentence that opens its editor. */
export function Phrase({
  text,
  title,
  isQuiet = false,
  isLast = true,
  isOpen,
  onOpen,
  children,
}: {
  text: string;
  title: string;
  /** Without a comma after it. */
  isLast?: boolean;
  /** Whether nothing is chosen for this part. */
  isQuiet?: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpen}>
      <Popover.Trigger
        className={`group max-w-full rounded-[3px] text-left wrap-anywhere hover:text-accent ${isQuiet ? 'text-muted' : ''}`}
      >
        <span className="underline decoration-dotted decoration-1 underline-offset-4 group-hover:decoration-solid">
          {text}
        </span>
        {/* Within the button, so that it follows the last word of a text of two lines and never begins a line. */}
        {!isLast && <span aria-hidden>,</span>}
      </Popover.Trigger>
      <PopoverContent align="start" aria-label={`Mudar: ${title}`} className="w-96 p-4">
        {children}
      </PopoverContent>
    </Popover.Root>
  );
}
