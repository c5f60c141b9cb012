import type { ColumnDefinitionBuilder, CreateTableBuilder, Generated, Kysely } from 'kysely';

type Build = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
type SqlType = 'text' | 'integer' | 'bigint' | 'double precision';

/** A column of a table: its definition in SQL, and `Declared`, its type in Kysely. Without `nullable`, it is not null. */
class Column<Value, Declared = Value> {
  declare readonly declared: Declared;
  readonly type: SqlType;
  readonly build: Build;

  constructor(type: SqlType, build: Build = (column) => column.notNull()) {
    this.type = type;
    this.build = build;
  }

  key(): Column<Value> {
    return new Column(this.type, (column) => column.primaryKey());
  }

  nullable(): Column<Value | null> {
    return new Column(this.type, (column) => column);
  }

  unique(): Column<Value, Declared> {
    return new Column(this.type, (column) => this.build(column).unique());
  }

  default(value: Value): Column<Value, Generated<Value>> {
    return new Column(this.type, (column) => this.build(column).defaultTo(value));
  }

  /** `to` is a table and its column: `users.id`. `onDelete` states what happens to the row with the other one. */
  references(to: string, onDelete?: 'cascade' | 'set null'): Column<Value, Declared> {
    return new Column(this.type, (column) => {
      const referring = this.build(column).references(to);
      return onDelete === undefined ? referring : referring.onDelete(onDelete);
    });
  }
}

export const text = <Value extends string = string>() => new Column<Value>('text');
export const integer = <Value extends number = number>() => new Column<Value>('integer');
export const bigint = () => new Column<number>('bigint');
export const real = () => new Column<number>('double precision');

/** A boolean as both databases store it. */
export type Flag = 0 | 1;

type Columns = Readonly<Record<string, Column<unknown>>>;

/** Constraints and indexes over several columns, by name. */
interface More<Name extends string> {
  readonly key?: readonly Name[];
  readonly unique?: Readonly<Record<string, readonly Name[]>>;
  readonly indexes?: Readonly<Record<string, readonly Name[]>>;
}

interface Table<Own extends Columns> extends More<string> {
  readonly columns: Own;
}

export const table = <Own extends Columns>(
  columns: Own,
  more: More<keyof Own & string> = {},
): Table<Own> => ({ columns, ...more });

export type TablesOf<Tables> = {
  [Name in keyof Tables]: Tables[Name] extends Table<infer Own>
    ? { [Each in keyof Own]: Own[Each]['declared'] }
    : never;
};

/** Creates tables with their indexes, in the order given. */
export async function createTables(
  db: Kysely<unknown>,
  tables: Readonly<Record<string, Table<Columns>>>,
): Promise<void> {
  for (const [name, { columns, key, unique = {}, indexes = {} }] of Object.entries(tables)) {
    let creating: CreateTableBuilder<string, string> = db.schema.createTable(name);
    for (const [own, { type, build }] of Object.entries(columns)) {
      creating = creating.addColumn(own, type, build);
    }
    if (key !== undefined) creating = creating.addPrimaryKeyConstraint(`${name}_key`, [...key]);
    for (const [constraint, own] of Object.entries(unique)) {
      creating = creating.addUniqueConstraint(constraint, [...own]);
    }
    await creating.execute();
    for (const [index, own] of Object.entries(indexes)) {
      await db.schema
        .createIndex(index)
        .on(name)
        .columns([...own])
        .execute();
    }
  }
}
