/** The health check of the system's parts; it opens in a new tab. */
export const healthLink = { href: '/api/health', target: '_blank', rel: 'noreferrer' } as const;
