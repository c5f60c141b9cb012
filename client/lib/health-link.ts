/** Where the system tells how its parts are; it opens in a tab of its own. */
export const healthLink = { href: '/api/health', target: '_blank', rel: 'noreferrer' } as const;
