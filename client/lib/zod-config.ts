import { config } from 'zod';

// The page's content security policy forbids compiling code from text. zod tries to, as soon as a schema is defined.
config({ jitless: true });
