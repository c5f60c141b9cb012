import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { DropdownMenu } from 'radix-ui';
import { roles, type Role } from '../../../shared/codes/roles.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { menuClass } from '../../components/menu-class.ts';

/** Changes a role in place: a menu, so that an arrow key does not change it by accident. */
export function RoleMenu({
  name,
  role,
  isDisabled,
  onRole,
}: {
  name: string;
  role: Role;
  isDisabled: boolean;
  onRole: (role: Role) => void;
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        disabled={isDisabled}
        aria-label={`Papel de ${name}: ${roles[role]}`}
        className="-ml-2 inline-flex min-h-8 items-center gap-1 rounded-control px-2 hover:bg-sunken disabled:cursor-default disabled:hover:bg-transparent pointer-coarse:min-h-11"
      >
        {roles[role]}
        {!isDisabled && <ChevronDown aria-hidden size={14} className="text-muted" />}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={menuClass}
        >
          <DropdownMenu.RadioGroup value={role}>
            {keysOf(roles).map((option) => (
              <DropdownMenu.RadioItem
                key={option}
                value={option}
                onSelect={() => {
                  if (option !== role) onRole(option);
                }}
                className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-control px-2 outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent pointer-coarse:min-h-11"
              >
                {roles[option]}
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden size={16} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
