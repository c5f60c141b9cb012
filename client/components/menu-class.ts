/** The class of an open menu's list. */
export const menuClass =
  'fade-in z-50 min-w-44 rounded-card border border-control bg-surface p-1 outline-none';
