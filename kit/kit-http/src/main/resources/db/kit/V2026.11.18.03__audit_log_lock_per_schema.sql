-- Advisory locks belong to the whole database, which the services share: named without the schema, one service that hung in
-- a transaction would have held up the administration of all.
create or replace function audit_log_chain() returns trigger
    language plpgsql
as
$$
declare
    previous audit_log;
begin
    perform pg_advisory_xact_lock(hashtext(tg_table_schema || '.audit_log'));
    select * into previous from audit_log order by id desc limit 1;
    new.id := coalesce(previous.id, 0) + 1;
    new.at := clock_timestamp();
    new.hash := audit_log_hash(coalesce(previous.hash, ''::bytea), new);
    return new;
end
$$;
