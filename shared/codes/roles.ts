/** The roles of users, with their display names. */
export const roles = { ADMIN: 'Administrador', CLIENT: 'Cliente', VIEWER: 'Visualizador' } as const;
export type Role = keyof typeof roles;
