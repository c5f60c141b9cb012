/**
 * The roles of users, with their display names, the role with most rights first: a user to whom a provider gives two
 * roles gets the first.
 */
export const roles = { ADMIN: 'Administrador', CLIENT: 'Cliente', VIEWER: 'Visualizador' } as const;
export type Role = keyof typeof roles;
