import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The design effects of a release: how much its hires of one employer resemble each other. */
export const designEffects: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('design_effects')
      .addColumn('release', 'integer', (column) => column.notNull().references('releases.number'))
      // Four digits of the CBO; 0 for all occupations.
      .addColumn('family', 'integer', (column) => column.notNull())
      .addColumn('records', 'integer', (column) => column.notNull())
      .addColumn('blocks', 'integer', (column) => column.notNull())
      .addColumn('effect', 'double precision', (column) => column.notNull())
      .addPrimaryKeyConstraint('design_effects_key', ['release', 'family'])
      .execute();
  },
};
