import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkClass } from './link-class.ts';

export function UploadLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to="/admin/uploads/$id" params={{ id }} className={linkClass}>
      {children}
    </Link>
  );
}
