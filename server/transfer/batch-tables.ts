/** The tables whose rows came from files; whatever else the warehouse has is made of them. */
export const batchTables = ['movements', 'exclusions', 'rejections'] as const;
