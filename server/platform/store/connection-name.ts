/** The name of this product's connections on PostgreSQL. */
export const connectionName = 'caged-analytics';
