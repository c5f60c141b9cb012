import { Popover } from 'radix-ui';
import type { ComponentProps } from 'react';

/** What a popover's button opens: as high as the room beside the button, unless a field's list hangs out of it. */
export const PopoverContent = (props: ComponentProps<typeof Popover.Content>) => (
  <Popover.Portal>
    <Popover.Content
      sideOffset={4}
      collisionPadding={12}
      {...props}
      className={`fade-in z-50 max-h-[min(32rem,var(--radix-popover-content-available-height))] max-w-[calc(100vw-24px)] overflow-y-auto rounded-card border border-control bg-surface has-[[role=combobox]]:max-h-none has-[[role=combobox]]:overflow-visible ${props.className}`}
    />
  </Popover.Portal>
);
