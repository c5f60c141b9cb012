import { sql, type Kysely } from 'kysely';
import { isPostgres } from '../dialects.ts';

/**
 * Makes the audit append-only. Its entries form a chain: each has a number, the database's own time and a hash over
 * itself and the previous hash; `audit_head` has the last entry and the last removed one. While there is no head, such as
 * during a restore, entries may arrive in any order.
 */
export async function guardAudit(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? postgresGuards : sqliteGuards) {
    await statement.execute(db);
  }
}

const sqliteGuards = [
  sql`
    create trigger audit_log_no_update before update on audit_log
    when old.number is not null or new.number is null or new.hash is null
      or new.recorded_at is not old.recorded_at or new.id <> old.id or new.at <> old.at
      or new.action <> old.action or new.outcome <> old.outcome or new.actor_id is not old.actor_id
      or new.subject_type is not old.subject_type or new.subject_id is not old.subject_id
      or new.address is not old.address or new.details <> old.details
    begin
      select raise(abort, 'audit_log is append-only');
    end`,
  sql`
    create trigger audit_log_no_delete before delete on audit_log
    when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-6 months')
      or old.number > coalesce((select removed_number from audit_head), 0)
    begin
      select raise(abort, 'audit_log keeps six months');
    end`,
  sql`
    create trigger audit_log_no_replace before insert on audit_log
    when exists (
      select 1 from audit_log where id = new.id or number = new.number or rowid = new.rowid)
    begin
      select raise(abort, 'audit_log is append-only');
    end`,
  sql`
    create trigger audit_log_in_order before insert on audit_log
    when exists (select 1 from audit_head) and case
      when new.number is null then abs(julianday(new.at) - julianday('now')) > 10.0 / 1440
      else new.number <> (select number + 1 from audit_head) or new.recorded_at is null
        or abs(julianday(new.recorded_at) - julianday('now')) > 1.0 / 1440
      end
    begin
      select raise(abort, 'audit_log takes the next number and the present time');
    end`,
  sql`
    create trigger audit_head_no_delete before delete on audit_head
    begin
      select raise(abort, 'audit_head only goes on');
    end`,
  sql`
    create trigger audit_head_no_replace before insert on audit_head
    when exists (select 1 from audit_head)
    begin
      select raise(abort, 'audit_head only goes on');
    end`,
  sql`
    create trigger audit_head_goes_on before update on audit_head
    when new.id <> old.id or new.number not in (old.number, old.number + 1)
      or (new.number = old.number and new.hash <> old.hash)
      or new.removed_number < old.removed_number or new.removed_number > new.number
      or (new.removed_number > old.removed_number and exists (
        select 1 from audit_log where number <= new.removed_number
          and at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-6 months')))
    begin
      select raise(abort, 'audit_head only goes on');
    end`,
];

const sixMonthsAgo = sql.raw(`to_char(
  now() at time zone 'utc' - interval '6 months', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const postgresGuards = [
  sql`
    create function audit_log_refuse() returns trigger language plpgsql as $$
    declare head audit_head;
    begin
      if tg_op = 'TRUNCATE' then
        raise exception 'audit_log is append-only and keeps six months';
      end if;
      select * into head from audit_head;
      if tg_op = 'DELETE' and old.at <= ${sixMonthsAgo}
        and coalesce(old.number <= head.removed_number, old.number is null) then
        return old;
      end if;
      if tg_op = 'UPDATE' and old.number is null and new.number is not null
        and new.hash is not null and to_jsonb(new) - 'number' - 'hash' = to_jsonb(old) - 'number' - 'hash' then
        return new;
      end if;
      raise exception 'audit_log is append-only and keeps six months';
    end $$`,
  sql`
    create trigger audit_log_guard before update or delete on audit_log
    for each row execute function audit_log_refuse()`,
  sql`
    create trigger audit_log_no_truncate before truncate on audit_log
    for each statement execute function audit_log_refuse()`,
  sql`
    create function audit_log_in_order() returns trigger language plpgsql as $$
    declare head audit_head;
    begin
      select * into head from audit_head;
      if not found then
        return new;
      end if;
      if new.number is null
        and abs(extract(epoch from new.at::timestamptz - clock_timestamp())) <= 600 then
        return new;
      end if;
      if new.number = head.number + 1
        and abs(extract(epoch from new.recorded_at::timestamptz - clock_timestamp())) <= 60 then
        return new;
      end if;
      raise exception 'audit_log takes the next number and the present time';
    end $$`,
  sql`
    create trigger audit_log_in_order before insert on audit_log
    for each row execute function audit_log_in_order()`,
  sql`
    create function audit_head_refuse() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.id = old.id and new.number in (old.number, old.number + 1)
        and (new.number > old.number or new.hash = old.hash)
        and new.removed_number between old.removed_number and new.number
        and (new.removed_number = old.removed_number or not exists (
          select 1 from audit_log
          where number <= new.removed_number and at > ${sixMonthsAgo})) then
        return new;
      end if;
      raise exception 'audit_head only goes on';
    end $$`,
  sql`
    create trigger audit_head_goes_on before update or delete on audit_head
    for each row execute function audit_head_refuse()`,
  sql`
    create trigger audit_head_no_truncate before truncate on audit_head
    for each statement execute function audit_head_refuse()`,
];
