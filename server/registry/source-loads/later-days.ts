import { dayMs } from '../../../shared/codes/months.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';

/**
 * Deletes the runs of a job on days later than the one after `day` (AAAA-MM-DD), recorded while a clock was ahead. They
 * would hide newer runs until that day, and the run of that day would be skipped. The next day stays, because
 * two processes may see different days for a moment.
 */
export async function deleteLaterDays(db: AppDatabase, name: string, day: string): Promise<void> {
  const next = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  await db.deleteFrom('daily_runs').where('name', '=', name).where('day', '>', next).execute();
}
