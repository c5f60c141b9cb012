import { getOptions } from '../../lib/get-options.ts';
import { send } from '../../lib/call.ts';
import { Receipt, ReceiptCheck } from '../../../shared/contracts/receipts.ts';
import {
  NewPublicLink,
  PublicLink,
  ReceiptLinks,
  type CreatePublicLink,
} from '../../../shared/contracts/public-links.ts';
import { Revision } from '../../../shared/contracts/revisions.ts';

export const receiptOptions = (id: string) =>
  getOptions(['receipt', id], `/api/receipts/${encodeURIComponent(id)}`, Receipt);

/** A stored result that is computed again on later data. */
export type RevisedThing = { readonly kind: 'receipts' | 'saved'; readonly id: string };

/** The changes since the release of a receipt, or since a saved search was last seen; fetched on each visit. */
export const revisionOptions = ({ kind, id }: RevisedThing, release: number | null) =>
  getOptions(
    ['revision', kind, id, release],
    `/api/${kind}/${encodeURIComponent(id)}/revision`,
    Revision,
    { staleTime: 0 },
  );

export const checkReceipt = (id: string) => send('POST', `/api/receipts/${id}/check`, ReceiptCheck);

/** The links of a receipt that the user may manage. */
export const receiptLinksOptions = (id: string) =>
  getOptions(['receipt-links', id], `/api/receipts/${id}/links`, ReceiptLinks, { staleTime: 0 });

export const createPublicLink = (id: string, request: CreatePublicLink) =>
  send('POST', `/api/receipts/${id}/links`, NewPublicLink, request);

export const revokePublicLink = (id: string) =>
  send('POST', `/api/public-links/${id}/revoke`, PublicLink);
