/** Tables about processes that run now, which mean nothing elsewhere. */
// Nothing reads `request_paces` any more; processes of an older version may, while they are replaced.
// A copy's audit goes to its receivers from the beginning: they know what they have by number and hash.
const ofRunningProcesses = [
  'backups',
  'attempts',
  'request_paces',
  'held_uploads',
  'audit_shipments',
];

export const leftOutOfCopies: ReadonlySet<string> = new Set(ofRunningProcesses);

/** A backup opens no account: whoever was signed out since must not be signed in again by an old copy. */
export const leftOutOfBackups: ReadonlySet<string> = new Set([
  ...ofRunningProcesses,
  'sessions',
  'password_resets',
  'api_keys',
]);
