import Ellipsis from 'lucide-react/icons/ellipsis';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

export type MenuAct =
  | { label: string; onAct: () => void; isDisabled?: boolean }
  /** A router link whose text is the label. */
  | { label: string; link: ReactNode };

export function ActMenu({ label, acts }: { label: string; acts: readonly MenuAct[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        <Ellipsis aria-hidden size={18} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={8} className={menuClass}>
          {acts.map((act) =>
            'link' in act ? (
              <DropdownMenu.Item key={act.label} asChild className={itemClass}>
                {act.link}
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.Item
                key={act.label}
                disabled={act.isDisabled === true}
                onSelect={act.onAct}
                className={itemClass}
              >
                {act.label}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const itemClass =
  'flex min-h-9 cursor-pointer items-center rounded-control px-2 outline-none data-disabled:cursor-default data-disabled:text-muted data-highlighted:bg-accent-soft data-highlighted:text-accent pointer-coarse:min-h-11';

export const menuClass =
  'fade-in z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-card border border-control bg-surface p-1 outline-none';
