import { SourceCheck } from '../../../shared/contracts/source.ts';
import { getOptions } from '../../lib/get-options.ts';

export const sourceCheckOptions = getOptions(
  ['source-check'],
  '/api/admin/source/check',
  SourceCheck,
  { staleTime: 0 },
);
