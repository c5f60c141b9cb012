import { fileURLToPath } from 'node:url';

/**
 * What a renderer's process knows of its surroundings: it draws what it is given and has no use for the server's
 * configuration. Node keeps its compiled modules there, which halves the time until it draws.
 */
export const renderEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL('../../../node_modules/.cache/reports', import.meta.url),
  ),
};
