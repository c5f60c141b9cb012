/** What a person may be, as people call it. */
export const roles = { ADMIN: 'Administrador', CLIENT: 'Cliente', VIEWER: 'Visualizador' } as const;
export type Role = keyof typeof roles;
