import X from 'lucide-react/icons/x';
import { Toast } from 'radix-ui';
import { createPortal } from 'react-dom';
import { publishToast, useShownToast, type ShownToast } from './toast.ts';

/** The region where toasts appear; F8 moves the focus there, a swipe to the right dismisses. */
export default function ToastRegion() {
  const toast = useShownToast();
  // Outside the app's root and marked as live: an open dialog hides the rest of the page from screen readers.
  return createPortal(
    <div aria-live="off">
      <Toast.Provider
        label="Notification"
        duration={5000}
        swipeDirection="right"
        swipeThreshold={50}
      >
        {toast && <ToastCard key={toast.id} toast={toast} />}
        <Toast.Viewport
          label="Notificações ({hotkey})"
          // Wide: in the middle of the header, which is empty there; narrow: above the buttons at the bottom.
          className="fixed z-50 flex w-full max-w-[420px] flex-col outline-none max-sm:right-0 max-sm:bottom-16 max-sm:p-4 sm:top-1 sm:left-1/2 sm:-translate-x-1/2"
        />
      </Toast.Provider>
    </div>,
    document.body,
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const isDanger = toast.tone === 'danger';
  return (
    <Toast.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => publishToast({ ...toast, isOpen })}
      type="foreground"
      className={`fade-in flex items-start gap-3 rounded-card border p-3 data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${
        isDanger ? 'border-danger bg-danger-soft' : 'border-control bg-surface'
      }`}
    >
      <div className="min-w-0 flex-1">
        <Toast.Title className={`font-medium ${isDanger ? 'text-danger' : ''}`}>
          {toast.title}
        </Toast.Title>
        {toast.description !== undefined && (
          <Toast.Description className="text-dense wrap-anywhere">
            {toast.description}
          </Toast.Description>
        )}
      </div>
      {toast.action && (
        <Toast.Action
          altText={`${toast.action.label}: ${toast.title}`}
          onClick={toast.action.onSelect}
          className="inline-flex min-h-9 shrink-0 items-center self-center rounded-control border border-current px-3 text-dense font-medium"
        >
          {toast.action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Fechar"
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-control hover:bg-sunken"
      >
        <X aria-hidden size={16} />
      </Toast.Close>
    </Toast.Root>
  );
}
