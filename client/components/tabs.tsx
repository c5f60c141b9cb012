import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useListUrl } from '../lib/list-url.ts';

export type Tab<Name extends string> = { name: Name; label: string; content: ReactNode };

/** Views of one subject, one at a time; the arrow keys move between tabs. */
export function Tabs<Name extends string>({
  label,
  tabs,
  current,
  onCurrent,
}: {
  label: string;
  tabs: readonly Tab<Name>[];
  current: Name;
  onCurrent: (name: Name) => void;
}) {
  const handleValue = (value: string) => {
    const tab = tabs.find(({ name }) => name === value);
    if (tab) onCurrent(tab.name);
  };
  return (
    <RadixTabs.Root value={current} onValueChange={handleValue}>
      <RadixTabs.List
        aria-label={label}
        className="mb-4 flex flex-wrap gap-x-1 max-sm:gap-x-0 border-b border-line print:hidden"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.name}
            value={tab.name}
            data-tab={tab.name}
            className="-mb-px min-h-10 border-b-2 border-transparent px-3 text-body text-muted max-sm:px-2 max-sm:text-dense hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink pointer-coarse:min-h-11"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.name} value={tab.name} className="flex flex-col gap-4">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

/** Tabs of which the address names the current one; the first needs no name. */
export function AddressTabs({ label, tabs }: { label: string; tabs: readonly Tab<string>[] }) {
  const { text, change } = useListUrl();
  const [first] = tabs;
  const current = tabs.find(({ name }) => name === text('aba')) ?? first;
  return (
    <Tabs
      label={label}
      tabs={tabs}
      current={current?.name ?? ''}
      onCurrent={(aba) => change({ aba: aba === first?.name ? '' : aba })}
    />
  );
}

/** Shows a tab from elsewhere on the page: the tab takes the focus, which shows its view. */
export function leadToTab(name: string): void {
  const tab = document.querySelector<HTMLElement>(`[role="tab"][data-tab="${name}"]`);
  tab?.scrollIntoView({ block: 'start' });
  tab?.focus({ preventScroll: true });
}
