import { queryOptions } from '@tanstack/react-query';
import {
  Integrity,
  OfficialFiguresImport,
  OfficialFiguresImported,
} from '../../../shared/contracts/integrity.ts';
import { call } from '../../lib/call.ts';

/** MTE's figures beside ours, of the release that is current now. */
export const integrityOptions = queryOptions({
  queryKey: ['integrity'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/integrity', response: Integrity }, { signal }),
  staleTime: 0,
});

export const importOfficialFigures = (
  figures: OfficialFiguresImport,
): Promise<OfficialFiguresImported> =>
  call(
    {
      method: 'POST',
      path: '/api/admin/official-figures',
      response: OfficialFiguresImported,
      body: OfficialFiguresImport,
    },
    { body: figures },
  );
