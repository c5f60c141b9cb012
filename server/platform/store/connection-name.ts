/** What the connections of this product are called on PostgreSQL. */
export const connectionName = 'caged-analytics';
