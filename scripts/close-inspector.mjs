/** Lets a server with a debugger attached exit at once, so that it restarts when a file changes. */
import inspector from 'node:inspector';
import process from 'node:process';

process.once('exit', () => inspector.close());
