import X from 'lucide-react/icons/x';
import { Dialog } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { focusContent } from '../lib/lost-focus.ts';
import { ScrollRegion } from './scroll-region.tsx';

/** Phones have a camera or a bar over an edge of the screen. */
const atRight =
  'inset-y-0 right-0 w-full border-l pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)]';

const sides = {
  left: 'inset-y-0 left-0 w-[min(17.5rem,85vw)] border-r pl-[env(safe-area-inset-left)] pb-[env(safe-area-inset-bottom)]',
  right: `max-w-100 ${atRight}`,
  wide: `max-w-180 ${atRight}`,
  widest: `max-w-270 ${atRight}`,
  center:
    'inset-0 m-auto h-fit w-[min(30rem,calc(100vw-32px))] max-h-[calc(100dvh-32px)] rounded-card border',
} as const;

/** A user name that is known need not be typed. */
const firstField =
  "form :is(input:not([type=checkbox], [autocomplete=username]:not([value=''])), textarea)";

/** The second click of a double click on the opener comes sooner than this. */
const doubleClickMs = 500;

/**
 * A dialog that covers a side or the middle of the page. A form in the middle starts in its first text field. Esc closes
 * the dialog, and so does a click beside it, until something is typed into its form; `closesBeside` states otherwise. The
 * focus returns to the opener or moves to the element from `focusAfter`. Where the opener has left the page, the focus
 * moves to its row or the next one, or else to a dialog below or the page's content.
 */
export function Sheet({
  title,
  side,
  isOpen,
  onOpen,
  closesBeside,
  focusAfter,
  footer,
  children,
}: {
  title: string;
  side: keyof typeof sides;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  closesBeside?: boolean;
  focusAfter?: () => HTMLElement | null;
  footer?: ReactNode;
  children: ReactNode;
}) {
  const opener = useRef<Element | null>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const rows = useRef<readonly (Element | null | undefined)[]>([]);
  const openedAt = useRef(0);
  const isTyped = useRef(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpen}>
      <Dialog.Portal>
        <Dialog.Overlay
          // The focus stays in the dialog.
          onMouseDown={(event) => event.preventDefault()}
          className="fade-in fixed inset-0 z-40 bg-scrim"
        />
        <Dialog.Content
          ref={dialog}
          aria-describedby={undefined}
          // Radix returns the focus only to its own trigger; here the trigger can be anywhere on the page.
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            openedAt.current = performance.now();
            isTyped.current = false;
            const row = opener.current?.closest('tbody > tr, li');
            rows.current = [row, row?.nextElementSibling, row?.previousElementSibling];
            // On a touch screen the focus would open the keyboard over the dialog.
            if (side !== 'center' || matchMedia('(pointer: coarse)').matches) return;
            const field = dialog.current?.querySelector<HTMLElement>(firstField);
            if (field) event.preventDefault();
            field?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const next = focusAfter?.() ?? opener.current;
            // A dialog can open with the page: the opener is then the body. Outside the page and its dialogs it is the
            // list of toasts, which a toast leaves the focus to when it closes.
            if (next?.isConnected === false || next?.closest('#root, [role="dialog"]') === null) {
              // What has appeared in the opener's place can have taken the focus.
              if (document.activeElement !== document.body) return;
              const row = rows.current.find((own) => own?.isConnected);
              const control = row?.querySelector<HTMLElement>('a, button');
              if (control) control.focus();
              else focusContent();
            } else if (next instanceof HTMLElement) next.focus();
          }}
          onInput={({ target }) => {
            isTyped.current ||= target instanceof Element && target.closest('form') !== null;
          }}
          onPointerDownOutside={(event) => {
            const sinceOpened = event.detail.originalEvent.timeStamp - openedAt.current;
            const isClosing = closesBeside ?? !isTyped.current;
            if (!isClosing || sinceOpened < doubleClickMs) event.preventDefault();
          }}
          onKeyDown={(event) => {
            // Radix gives Esc to the layer opened last, and a toast closes without preventing the event.
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            event.stopPropagation();
            onOpen(false);
          }}
          className={`fade-in fixed z-40 flex flex-col border-line bg-surface outline-none ${sides[side]}`}
        >
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="text-title font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Fechar"
              className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden size={18} />
            </Dialog.Close>
          </div>
          {/* A focused field brings its label and its error into view. Safari collapses a basis of 0 % in a fitted height. */}
          <ScrollRegion
            label={`Conteúdo: ${title}`}
            className="min-h-0 flex-auto scroll-py-16 overflow-y-auto p-4"
          >
            {children}
          </ScrollRegion>
          {footer !== undefined && <div className="border-t border-line p-4">{footer}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
