import { MyData } from '../../../shared/contracts/my-data.ts';
import { getOptions } from '../../lib/get-options.ts';

export const myDataOptions = getOptions(['my-data'], '/api/my-data', MyData);
