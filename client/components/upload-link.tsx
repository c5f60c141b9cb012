import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkClass } from './link-class.ts';

/** To the screen of one upload. */
export function UploadLink({ id, children }: { id: string; children: ReactNode }) {
  const to: string = `/admin/uploads/${id}`;
  return (
    <Link to={to} className={linkClass}>
      {children}
    </Link>
  );
}
