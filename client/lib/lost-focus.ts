/** Moves the focus to the open dialog or the page's content, where the focused element has left the page. */
export function focusContent(): void {
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]');
  (dialog ?? document.querySelector<HTMLElement>('#conteudo'))?.focus({ preventScroll: true });
}

/** Moves the focus to the page's content if the focused element has left the page or is hidden. */
export function focusContentIfLost(): void {
  const { activeElement, body } = document;
  if (activeElement === body || activeElement?.checkVisibility() === false) focusContent();
}

/** Within this time a dialog that closes returns the focus to its opener. */
const returnMs = 100;

/**
 * From now on, an element that leaves the page with the focus leaves it to the panel, dialog or page around it. Browsers
 * would leave it to `body`, from where Tab starts again at the top of the page.
 */
export function followFocus(): void {
  let focused: Element | undefined;
  let around: readonly HTMLElement[] = [];
  let isContentAwaited = false;
  // A frame that replaces another one loads first, and has its content later.
  const focusContentOnceThere = () => {
    if (hasNoFocus()) focusContent();
    isContentAwaited = hasNoFocus();
  };
  document.addEventListener('focusin', ({ target }) => {
    isContentAwaited = false;
    if (!(target instanceof Element)) return;
    focused = target;
    around = elementsAround(target);
  });
  document.addEventListener('focusout', () => {
    // A click beside all controls takes the focus from an element that stays.
    setTimeout(() => {
      if (focused?.isConnected && hasNoFocus()) focused = undefined;
    });
  });
  new MutationObserver(() => {
    if (isContentAwaited) focusContentOnceThere();
    if (focused === undefined || focused.isConnected) return;
    focused = undefined;
    if (!hasNoFocus()) return;
    const next = around.find((element) => element.isConnected);
    if (next) next.focus({ preventScroll: true });
    else setTimeout(focusContentOnceThere, returnMs);
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * From now on, a control takes the focus when it is clicked. Safari gives it to the panel around a clicked button or
 * link, so that a dialog could not return the focus to its opener.
 */
export function focusClicked(): void {
  let pressed: HTMLElement | null = null;
  document.addEventListener('mousedown', ({ target, defaultPrevented }) => {
    const isPressing = target instanceof Element && !defaultPrevented;
    pressed = isPressing ? target.closest<HTMLElement>('a[href], button, input, summary') : null;
  });
  // Before the click, which can open a dialog.
  document.addEventListener('mouseup', ({ target }) => {
    const isOnControl = target instanceof Element && pressed?.contains(target) === true;
    if (isOnControl && document.activeElement?.contains(pressed) === true) {
      pressed?.focus({ preventScroll: true, focusVisible: false });
    }
    pressed = null;
  });
}

const hasNoFocus = () => document.activeElement === document.body;

/** The elements around this one that scripts can focus, the nearest first. */
function elementsAround(element: Element): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
  return around ? [around, ...elementsAround(around)] : [];
}
