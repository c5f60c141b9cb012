import { z } from 'zod';
import { AuditPage } from '../../../shared/contracts/audit.ts';
import { User } from '../../../shared/contracts/users.ts';
import { getOptions } from '../../lib/get-options.ts';
import { get } from '../../lib/call.ts';
import { pagedList } from '../../lib/paged-list.ts';
import { stringifyUrlState, withoutEmpty } from '../../lib/url-state.ts';

export const auditPageSize = 50;

/** The filters as the API names them; an empty one is not set. */
export type AuditChoice = {
  action: string;
  outcome: string;
  actorId: string;
  from: string;
  to: string;
};

export const auditOptions = (choice: AuditChoice, page: number) =>
  pagedList({ key: ['audit'], filters: choice, page, pageSize: auditPageSize }, async (request) => {
    const { entries, total } = await get('/api/admin/audit', AuditPage, request);
    return { rows: entries, total };
  });

export const actorsOptions = getOptions(['users', 'all'], '/api/admin/users', z.array(User), {
  staleTime: 30_000,
});

/** The address of a CSV file with the chosen entries. */
export const auditCsvLink = (choice: AuditChoice) =>
  `/api/admin/audit.csv${stringifyUrlState(withoutEmpty(choice))}`;
