/** Tables about processes that run now, which mean nothing elsewhere. */
// A copy's audit goes to its receivers from the beginning: they know what they have by number and hash.
const ofRunningProcesses = ['backups', 'attempts', 'held_uploads', 'audit_shipments'];

export const leftOutOfCopies: ReadonlySet<string> = new Set(ofRunningProcesses);

/**
 * A backup opens no account: it has no sessions, links or keys, and not the key that signs the marks of known
 * devices (`secrets`). A restored installation makes a new one.
 */
export const leftOutOfBackups: ReadonlySet<string> = new Set([
  ...ofRunningProcesses,
  'sessions',
  'password_resets',
  'api_keys',
  'secrets',
]);
