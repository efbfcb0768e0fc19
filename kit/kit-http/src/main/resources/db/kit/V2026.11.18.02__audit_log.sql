create table audit_log (
    id         bigint primary key,
    at         timestamptz not null,
    actor      text        not null,
    action     text        not null,
    object     text        not null,
    detail     jsonb       not null,
    request_id text        not null,
    hash       bytea       not null
);

comment on table audit_log is 'append-only; each row''s hash covers the row and the hash of the row before it';

create function audit_log_hash(previous bytea, entry audit_log) returns bytea
    language sql stable
as
$$
select sha256(previous || convert_to(
        concat_ws(E'\x1f', entry.id, extract(epoch from entry.at), entry.actor, entry.action, entry.object,
                  entry.detail, entry.request_id), 'UTF8'))
$$;

-- Entries are numbered and chained one at a time, in the order in which their transactions commit: the lock is held until
-- then. Administrative changes are rare enough for that.
create function audit_log_chain() returns trigger
    language plpgsql
as
$$
declare
    previous audit_log;
begin
    perform pg_advisory_xact_lock(hashtext('audit_log'));
    select * into previous from audit_log order by id desc limit 1;
    new.id := coalesce(previous.id, 0) + 1;
    new.at := clock_timestamp();
    new.hash := audit_log_hash(coalesce(previous.hash, ''::bytea), new);
    return new;
end
$$;

create trigger audit_log_chain
    before insert
    on audit_log
    for each row
execute function audit_log_chain();

create function audit_log_refuse_change() returns trigger
    language plpgsql
as
$$
begin
    raise exception 'audit_log is append-only';
end
$$;

create trigger audit_log_append_only
    before update or delete or truncate
    on audit_log
    for each statement
execute function audit_log_refuse_change();
