/** Tables about running processes, which mean nothing in another installation. */
// A copy ships its audit to the receivers from the beginning: they recognise what they have by number and hash.
const ofRunningProcesses = ['backups', 'attempts', 'held_uploads', 'audit_shipments'];

export const leftOutOfCopies: ReadonlySet<string> = new Set(ofRunningProcesses);

/**
 * A backup grants access to no account: it has no sessions, links or keys, and not the key that signs the tokens of
 * known devices (`secrets`). A restored installation creates a new one.
 */
export const leftOutOfBackups: ReadonlySet<string> = new Set([
  ...ofRunningProcesses,
  'sessions',
  'password_resets',
  'api_keys',
  'secrets',
]);
